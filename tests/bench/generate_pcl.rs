//! Generated programs in PCL, over the schemas of the examples.

use std::fmt::Write;

/// A program of this many nodes without errors, in groups of eight that refer to each other and to earlier groups.
pub fn program(nodes: usize) -> String {
    let mut text = String::new();
    for at in 0..nodes / 8 {
        let before = at.saturating_sub(1);
        let _ = write!(
            text,
            r#"config "zone{at}" "string" {{
  default = "zone-{at}"
}}
cidr{at} = "10.${{{at} % 256}}.0.0/16"
resource "net{at}" "cloud:network/network:Network" {{
  cidr = cidr{at}
  tags = {{ zone = zone{at}, number = "${{{at}}}" }}
}}
resource "subnet{at}" "cloud:network/subnet:Subnet" {{
  networkId = net{at}.id
  cidr      = net{before}.cidr
  zone      = zone{at}
}}
open{at} = length(zone{at}) > 3 && !(zone{before} == "")
resource "server{at}" "cloud:index/server:Server" {{
  image    = "image-${{cidr{at}}}"
  size     = "small"
  subnetId = subnet{at}.id
  open     = open{at}
}}
names{at} = [for zone in [zone{at}, zone{before}] : toBase64(zone) if zone != ""]
output "address{at}" {{
  value = {{ address = server{at}.address, names = names{at}, first = names{before}[0] }}
}}
"#
        );
    }
    text
}
