//! Stable 64-bit mixing for position hashes.
//!
//! The functions here are fixed for good: a hash written into a file by one version has the same
//! value in every later one, on every platform.

/// A bijective mix of 64 bits with full avalanche.
///
/// The finaliser of SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014), variant 13 of Stafford's constants.
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A stable hash of a byte string (not for adversaries): FNV-1a over the bytes, then [`mix`].
///
/// FNV-1a: Fowler, Noll, Vo; 64-bit parameters as in RFC 9923.
#[must_use]
pub const fn bytes(data: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut i = 0;
    while i < data.len() {
        hash = (hash ^ data[i] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        i += 1;
    }
    mix(hash)
}
