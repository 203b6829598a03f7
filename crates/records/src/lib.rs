//! Binary game records: compact, checksummed, streamed.
