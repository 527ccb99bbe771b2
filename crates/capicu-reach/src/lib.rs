//! Tells addresses of the local network from those of the internet, before a server connects to one or listens on one.
#![no_std]
#![forbid(unsafe_code)]

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// From where an address can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The local network, or only this machine.
    Nearby,
    /// The public internet.
    Internet,
    /// None of both: groups, documentation, tests, carriers, translations and other special purposes.
    Special,
}

impl Reach {
    /// Classifies an address by the registries of RFC 6890. An IPv4 address mapped to IPv6 counts as the former.
    pub fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(v4) => of_v4(v4),
            IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or_else(|| of_v6(v6), of_v4),
        }
    }
}

fn of_v4(v4: Ipv4Addr) -> Reach {
    if v4.is_private() || v4.is_link_local() || v4.is_loopback() {
        return Reach::Nearby;
    }
    let [a, b, c, _] = v4.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_benchmark = a == 198 && (b == 18 || b == 19);
    // Protocols, and relays from IPv6 that no longer exist.
    let is_protocol = [(192, 0, 0), (192, 88, 99)].contains(&(a, b, c));
    let is_special = a == 0 || a >= 224 || v4.is_documentation() || is_shared;
    match is_special || is_benchmark || is_protocol {
        true => Reach::Special,
        false => Reach::Internet,
    }
}

fn of_v6(v6: Ipv6Addr) -> Reach {
    if v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_loopback() {
        return Reach::Nearby;
    }
    // Addresses of the internet begin with the bits 001. Protocols and tunnels to IPv4 addresses are no exception.
    let [a, b, ..] = v6.segments();
    let is_protocol = a == 0x2001 && b < 0x200;
    let is_tunnel = a == 0x2002;
    let is_documentation = (a, b) == (0x2001, 0xdb8) || (a == 0x3fff && b < 0x1000);
    match a >> 13 == 1 && !is_protocol && !is_tunnel && !is_documentation {
        true => Reach::Internet,
        false => Reach::Special,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(reach: Reach, addresses: &[&str]) {
        for text in addresses {
            assert_eq!(Reach::of(text.parse().expect(text)), reach, "{text}");
        }
    }

    // RFC 6890 and the registries that it made list the addresses for special purposes.
    #[test]
    fn local_networks_and_the_machine_are_nearby() {
        all(
            Reach::Nearby,
            &[
                "10.1.2.3",
                "127.0.0.1",
                "127.255.255.254",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.5",
                "::1",
                "fe80::1",
                "fd00::1",
                "::ffff:10.0.0.1",
                "::ffff:127.0.0.1",
            ],
        );
    }

    #[test]
    fn other_special_addresses_are_neither() {
        all(
            Reach::Special,
            &[
                "0.0.0.0",
                "100.64.0.1",
                "100.127.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::10.0.0.1",
                "64:ff9b::a00:1",
                "64:ff9b:1::a00:1",
                "100::1",
                "ff02::1",
                "2001::1",
                "2001:db8::1",
                "2002:a00:1::",
                "3fff::1",
                "5f00::1",
                "::ffff:224.0.0.1",
            ],
        );
    }

    #[test]
    fn other_addresses_are_in_the_internet() {
        all(
            Reach::Internet,
            &[
                "1.1.1.1",
                "100.63.0.1",
                "100.128.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.0.1.1",
                "198.20.0.1",
                "223.255.255.254",
                "2606:4700::1111",
                "2001:4860:4860::8888",
                "2a00:1450::1",
                "::ffff:1.1.1.1",
            ],
        );
    }
}
