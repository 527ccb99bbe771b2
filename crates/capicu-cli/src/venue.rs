use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use capicu_server::{Config, Follows, Reach};
use fast_qr::QRBuilder;

use crate::language::texts;
use crate::{number, print, serve};

/// Direct events on a laptop without internet, for phones on its Wi-Fi
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Address of the laptop on the Wi-Fi [default: detected]
    #[arg(long, value_name = "ADDRESS", value_parser = private)]
    address: Option<IpAddr>,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 7878, value_parser = number::within::<u16>(0, 65_535))]
    port: u16,
    /// Database folder; created if missing
    #[arg(long, value_name = "FOLDER", default_value = "venue")]
    data: PathBuf,
}

pub fn run(arguments: Arguments) -> Result<()> {
    let address = match arguments.address {
        Some(address) => address,
        None => own_address().ok_or_else(|| anyhow!(texts().start_venue_no_address()))?,
    };
    let data = arguments.data.display().to_string();
    let told = move |listens: SocketAddr| {
        let url = format!("http://{listens}/events");
        print::text(
            texts().start_venue_ready(&url) + "\n" + &texts().start_venue_help(&data) + "\n",
        );
        if let Ok(code) = QRBuilder::new(url).build() {
            print::text(code.to_str() + "\n");
        }
    };
    let config = Config {
        follows: Follows::Nearby(address),
        ..Config::new(arguments.data)
    };
    serve::until_interrupted(SocketAddr::new(address, arguments.port), config, told)
}

/// Returns this machine's address in its network. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Any private address works: the system only chooses a route.
    let ways = [
        Ipv4Addr::new(192, 168, 255, 254),
        Ipv4Addr::new(10, 255, 255, 254),
        Ipv4Addr::new(172, 31, 255, 254),
    ];
    ways.into_iter().find_map(|way| {
        socket.connect((way, 9)).ok()?;
        let own = socket.local_addr().ok()?.ip();
        (Reach::of(own) == Reach::Nearby && !own.is_loopback()).then_some(own)
    })
}

fn private(text: &str) -> Result<IpAddr, String> {
    let address: IpAddr = text.parse().map_err(|_| texts().start_venue_no_address())?;
    match Reach::of(address) {
        Reach::Nearby => Ok(address),
        Reach::Internet | Reach::Special => Err(texts().start_venue_public(&address.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_limited_to_private_addresses() {
        for (address, is) in [
            ("192.168.1.5", true),
            ("10.0.0.1", true),
            ("172.16.0.1", true),
            ("172.32.0.1", false),
            ("169.254.3.3", true),
            ("127.0.0.1", true),
            ("fd00::1", true),
            ("0.0.0.0", false),
            ("198.51.100.7", false),
            ("2001:db8::1", false),
        ] {
            assert_eq!(private(address).is_ok(), is, "{address}");
        }
    }
}
