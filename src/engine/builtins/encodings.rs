//! Texts in base 64, and the names of encodings.

/// Returns the bytes of a text in base 64, if it is valid. Line breaks are ignored.
pub(super) fn bytes_of_base_64(of: &str) -> Option<Vec<u8>> {
    let all: Vec<u8> = of.bytes().filter(|byte| !b"\r\n".contains(byte)).collect();
    let count = all.iter().rposition(|&byte| byte != b'=').map_or(0, |last| last + 1);
    if !all.len().is_multiple_of(4) || all.len() - count > 2 {
        return None;
    }
    let (mut bits, mut width, mut bytes) = (0_u32, 0, Vec::new());
    for digit in &all[..count] {
        bits = bits << 6 | DIGITS.iter().position(|known| known == digit)? as u32;
        width += 6;
        if width >= 8 {
            width -= 8;
            bytes.push((bits >> width & 255) as u8);
        }
    }
    Some(bytes)
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns bytes as a text in base 64.
pub(super) fn in_base_64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    out
}

/// Holds for names of encodings that Terraform supports.
pub(super) fn is_encoding(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    !name.starts_with('#') && include_str!("encodings.txt").lines().any(|known| known == name)
}

/// Holds for texts that are UUIDs, which may be in braces, without hyphens, or with the prefix of a URN.
pub(super) fn is_uuid(of: &str) -> bool {
    let of = of.get(..9).filter(|start| start.eq_ignore_ascii_case("urn:uuid:")).map_or(of, |start| &of[start.len()..]);
    let of = of.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(of);
    let is_hyphen = |i| [8, 13, 18, 23].contains(&i);
    let mut letters = of.bytes().enumerate();
    match of.len() {
        32 => letters.all(|(_, letter)| letter.is_ascii_hexdigit()),
        36 => letters.all(|(i, letter)| if is_hyphen(i) { letter == b'-' } else { letter.is_ascii_hexdigit() }),
        _ => false,
    }
}
