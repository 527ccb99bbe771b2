//! The examples of RFC 8291 and RFC 8292.

use base64ct::{Base64UrlUnpadded, Encoding as _};
use capicu_push::{PushEndpoint, PushKeys, Subscription, SubscriptionError};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use web_push_native::{Auth, decrypt, p256};

/// RFC 8291, section 5 and appendix A.
const PLAINTEXT: &str = "When I grow up, I want to be a watermelon";
const RECEIVER: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const RECEIVER_PUBLIC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const SEALED: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

/// RFC 8292, section 2.4.
const TOKEN: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
const TOKEN_KEY: &str =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";

fn bytes(text: &str) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text).expect("base64url")
}

fn open(sealed: Vec<u8>) -> String {
    let receiver = p256::SecretKey::from_slice(&bytes(RECEIVER)).expect("a key");
    let auth = Auth::clone_from_slice(&bytes(SECRET));
    let opened = decrypt(sealed, &receiver, &auth).expect("opened");
    String::from_utf8(opened).expect("text")
}

/// Whether a token is signed by this key, both in base64url.
fn is_signed(token: &str, key: &str) -> bool {
    let (signed, signature) = token.rsplit_once('.').expect("a token");
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
        .verify(signed.as_bytes(), &bytes(signature))
        .is_ok()
}

#[test]
fn example_of_rfc_8291_is_opened() {
    assert_eq!(open(bytes(SEALED)), PLAINTEXT);
}

#[test]
fn sealed_message_is_opened_like_the_example() {
    let to =
        Subscription::read("https://push.example.net/p", RECEIVER_PUBLIC, SECRET).expect("right");
    let sealed = to.seal(PLAINTEXT).expect("sealed");
    // The header: salt, record size, and the length and point of the sender's key.
    assert_eq!(sealed.len(), 16 + 4 + 1 + 65 + PLAINTEXT.len() + 1 + 16);
    assert_eq!(sealed[20], 65);
    assert_ne!(
        sealed,
        to.seal(PLAINTEXT).expect("sealed"),
        "a new salt and key"
    );
    assert_eq!(open(sealed), PLAINTEXT);
    let longest = "a".repeat(3_000);
    let sealed = to.seal(&longest).expect("sealed");
    assert!(sealed.len() <= 4_096, "as push services accept");
    assert_eq!(open(sealed), longest);
    let longer = format!("{longest}a");
    assert_eq!(to.seal(&longer), Err(SubscriptionError::Long));
}

#[test]
fn authorization_is_signed_like_the_example_of_rfc_8292() {
    assert!(is_signed(TOKEN, TOKEN_KEY), "the example");
    let keys = PushKeys::generate().expect("keys");
    let endpoint =
        PushEndpoint::read("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV")
            .expect("right");
    // The example was valid for 12 hours from then.
    let now = 1_453_523_768 - 12 * 60 * 60;
    let header = keys
        .authorization(&endpoint, "mailto:push@example.com", now)
        .expect("signed");
    let (token, key) = header
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .expect("two fields");
    assert_eq!(key, keys.public());
    assert!(is_signed(token, key));
    assert!(!is_signed(token, TOKEN_KEY), "another key");
    let unsigned = |token: &str| token.rsplit_once('.').map(|(signed, _)| signed.to_owned());
    assert_eq!(
        unsigned(token),
        unsigned(TOKEN),
        "the same header and claims"
    );
}

#[test]
fn keys_are_read_as_written() {
    let keys = PushKeys::generate().expect("keys");
    assert_eq!(keys.text().len(), 43);
    let read = PushKeys::read(&format!("{}\n", keys.text())).expect("read");
    assert_eq!(read.public(), keys.public());
    assert!(!format!("{keys:?}").contains(&keys.text()));
    for wrong in [
        "",
        "abc",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        &keys.public(),
    ] {
        assert!(PushKeys::read(wrong).is_err(), "{wrong}");
    }
}
