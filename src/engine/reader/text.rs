//! Names in the notations of types, values and relations.

/// Returns a name of several builtins, such as `is_bad`, as the name of a type: `IsBad`.
pub fn in_capitals(name: &str) -> String {
    let builtin =
        |builtin: &str| builtin.get(..1).unwrap_or_default().to_uppercase() + builtin.get(1..).unwrap_or_default();
    name.split('_').map(builtin).collect()
}

/// Returns a compound name like `NotNull` in small letters, with the given character between its builtins: `not_null`.
pub fn in_small_letters(name: &str, between: char) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(between);
        }
        text.extend(letter.to_lowercase());
    }
    text
}
