/// The key of a text in the catalog of a further language: FNV-1a of its texts in the first languages, folded to half,
/// since a page fetches it. The build script uses this function too, and refuses two texts with the same key.
pub fn key<T: AsRef<str>>(texts: &[T]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for text in texts {
        for byte in text.as_ref().bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    (hash ^ (hash >> 32)) as u32
}
