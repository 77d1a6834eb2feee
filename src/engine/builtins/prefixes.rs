//! Addresses with prefix lengths, such as `10.0.0.0/8`, and the functions of them.

use super::computed::{Folded, Refusal, list_of, text_value, whole_argument};
use super::known::{exact, text, whole_number};
use super::{STRING, TerraformError, Ty};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address with a prefix length, which is one of a network: the bits behind the prefix are zero.
#[derive(Clone, Copy)]
struct Prefix {
    address: u128,
    length: u32,
    /// The number of bits of addresses: 32 or 128.
    width: u32,
}

impl Prefix {
    /// Reads a text such as `10.0.0.0/8`, where the numbers of an address may have leading zeros.
    fn read(of: &str) -> Option<Self> {
        let (address, length) = of.split_once('/')?;
        let (address, width) = match read_address(address)? {
            IpAddr::V4(address) => (u128::from(u32::from(address)), 32),
            IpAddr::V6(address) => (u128::from(address), 128),
        };
        let is_decimal = !length.is_empty() && length.bytes().all(|digit| digit.is_ascii_digit());
        let length: u32 = length.parse().ok().filter(|&length| is_decimal && length <= width)?;
        Some(Self { address: address & !ones(width - length), length, width })
    }

    /// The number of bits that are not fixed.
    fn room(self) -> u32 {
        self.width - self.length
    }

    /// The address, unless it is written differently by Terraform.
    fn address_text(self) -> Option<String> {
        if self.width == 32 {
            return Some(Ipv4Addr::from(u32::try_from(self.address).ok()?).to_string());
        }
        let address = Ipv6Addr::from(self.address);
        address.to_ipv4_mapped().is_none().then(|| address.to_string())
    }

    fn text(self) -> Option<String> {
        Some(format!("{}/{}", self.address_text()?, self.length))
    }
}

/// Reads an address, whose numbers may have leading zeros.
fn read_address(of: &str) -> Option<IpAddr> {
    let bare = |part: &str| {
        let rest = part.trim_start_matches('0');
        if rest.is_empty() && !part.is_empty() { "0".to_owned() } else { rest.to_owned() }
    };
    let plain = if of.contains(':') { of.to_owned() } else { of.split('.').map(bare).collect::<Vec<_>>().join(".") };
    plain.parse().ok()
}

/// The number of which the lowest bits are set.
fn ones(bits: u32) -> u128 {
    1_u128.checked_shl(bits).map_or(u128::MAX, |bit| bit - 1)
}

/// Returns the result of a function of an address with a prefix length.
pub(super) fn outcome(name: &str, vs: &[Ty]) -> Folded {
    let of = text_value(*vs.first()?)?;
    let Some(prefix) = Prefix::read(&of) else { return Some(Err(Refusal::of(TerraformError::NoPrefix, 0))) };
    match name {
        "cidrhost" => host(prefix, vs),
        "cidrnetmask" if prefix.width == 128 => Some(Err(Refusal::of(TerraformError::NoNetmask, 0))),
        "cidrnetmask" => {
            Prefix { address: ones(32) & !ones(prefix.room()), ..prefix }.address_text().map(|made| Ok(text(&made)))
        }
        "cidrsubnet" => subnet(prefix, vs),
        "cidrsubnets" => subnets(prefix, vs),
        _ => contains(prefix, &text_value(*vs.get(1)?)?),
    }
}

/// The first number of a host that Terraform compares by its last bits alone.
const FIRST_TRUNCATED: u128 = 1 << 63;

/// The failure of a number that is not between two others.
fn beyond(argument: u32, least: &str, most: u128) -> Refusal {
    Refusal::of(TerraformError::NotWithin, argument).with(text(&format!("{least} to {most}")))
}

fn host(prefix: Prefix, vs: &[Ty]) -> Folded {
    if let Some(refusal) = whole_argument(vs, 1) {
        return Some(Err(refusal));
    }
    let most = ones(prefix.room());
    let (is_negative, number) = whole_number(*vs.get(1)?)?;
    let count = number.unwrap_or(u128::MAX);
    // A negative number counts from the end.
    let place =
        if is_negative { (count - 1 <= most).then(|| most - (count - 1)) } else { (count <= most).then_some(count) };
    // The width of addresses is such that the greatest number is followed by another one, except for the prefix of all addresses.
    let least = format!("-{}", most.saturating_add(1));
    match place {
        Some(place) => Prefix { address: prefix.address | place, ..prefix }.address_text().map(|made| Ok(text(&made))),
        None if count >= FIRST_TRUNCATED => None,
        None => Some(Err(beyond(1, &least, most))),
    }
}

fn subnet(prefix: Prefix, vs: &[Ty]) -> Folded {
    if let Some(refusal) = whole_argument(vs, 1).or_else(|| whole_argument(vs, 2)) {
        return Some(Err(refusal));
    }
    let Some(new) = exact::<u32>(*vs.get(1)?).filter(|&new| new <= prefix.room()) else {
        // A shorter prefix, or one that is too long.
        let is_shorter = whole_number(*vs.get(1)?)?.0;
        return (!is_shorter).then(|| Err(beyond(1, "0", u128::from(prefix.room()))));
    };
    let (is_negative, number) = whole_number(*vs.get(2)?)?;
    if is_negative {
        return None;
    }
    match number.filter(|&number| number <= ones(new)) {
        Some(number) => {
            let shift = prefix.room() - new;
            let address = prefix.address | number.checked_shl(shift).unwrap_or(0);
            Prefix { address, length: prefix.length + new, ..prefix }.text().map(|made| Ok(text(&made)))
        }
        None if number.is_none_or(|number| number > u128::from(u64::MAX)) => None,
        None => Some(Err(beyond(2, "0", ones(new)))),
    }
}

/// The greatest number of bits by which a prefix is extended in a sequence.
const LONGEST_EXTENSION: u32 = 32;

fn subnets(prefix: Prefix, vs: &[Ty]) -> Folded {
    let most = prefix.room().min(LONGEST_EXTENSION);
    // The first address that is free, counted from the first one of the network.
    let (mut free, mut all) = (0_u128, Vec::new());
    for (i, &v) in (1..).zip(&vs[1..]) {
        if let Some(refusal) = whole_argument(vs, i) {
            return Some(Err(refusal));
        }
        let Some(new) = exact::<u32>(v).filter(|new| (1..=most).contains(new)) else {
            return Some(Err(beyond(i, "1", u128::from(most))));
        };
        let size = prefix.room() - new;
        let start = free.checked_add(ones(size))? & !ones(size);
        if start > ones(prefix.room()) {
            return Some(Err(Refusal::of(TerraformError::NoSpace, i)));
        }
        free = start.checked_add(ones(size))?.checked_add(1)?;
        let made = Prefix { address: prefix.address | start, length: prefix.length + new, ..prefix };
        all.push(text(&made.text()?));
    }
    Some(Ok(list_of(STRING, &all)))
}

/// Finds whether a prefix contains an address or another prefix of the same family.
fn contains(prefix: Prefix, inner: &str) -> Folded {
    let address = read_address(inner.split('/').next().unwrap_or(inner));
    let agrees = address.is_some_and(|address| address.is_ipv4() == (prefix.width == 32));
    if agrees { None } else { Some(Err(Refusal::of(TerraformError::NoAddress, 1))) }
}
