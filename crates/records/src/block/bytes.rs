//! Columns of bytes.

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A byte string: borrowed when read, and written at once instead of byte by byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bytes<'a>(pub(super) Cow<'a, [u8]>);

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Bytes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Self(Cow::Borrowed(bytes)))
    }
}
