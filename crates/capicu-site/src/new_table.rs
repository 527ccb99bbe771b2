//! Making the table that a player asked for.

use capicu::Seat;
use capicu_accounts::{Randomness, names};
use capicu_protocol::{ApiErrorCode, CreateTable, Created, PlayerId, SeatToken, Token};
use capicu_table::{Setup, TokenHash};

use super::{Failure, Site};

/// Makes a table.
///
/// # Errors
///
/// If the request is invalid, or the table cannot be stored.
pub async fn make_table(site: &Site, request: &CreateTable) -> Result<Created, Failure> {
    let shown = |name: &String| names::display(name).ok_or(Failure::new(ApiErrorCode::BadName));
    let request = CreateTable {
        name: request.name.as_ref().map(shown).transpose()?,
        ..request.clone()
    };
    make_table_for(site, &request, None).await
}

/// Makes a table. With `host`, the seat of the host belongs to that player from the start, and their name is not
/// checked again.
///
/// # Errors
///
/// As for [`make_table`].
pub async fn make_table_for(
    site: &Site,
    request: &CreateTable,
    host: Option<PlayerId>,
) -> Result<Created, Failure> {
    let plan = plan(request, site.context().randomness)?;
    let players: Vec<_> = host.map(|host| (plan.seat, host)).into_iter().collect();
    let id = site
        .registry()
        .create_for(&players, plan.setup)
        .await
        .map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    Ok(Created {
        table: id,
        seat: plan.seat.into(),
        token: plan.token,
        open: plan.open,
    })
}

/// A valid table, and the secrets that only the answer contains.
struct Planned {
    setup: Setup,
    seat: Seat,
    token: Token,
    open: Vec<SeatToken>,
}

fn plan(request: &CreateTable, randomness: Randomness) -> Result<Planned, Failure> {
    let own = randomness.token();
    let mut open = Vec::new();
    let setup = Setup::of(request, TokenHash::of(&own), |seat| {
        let token = randomness.token();
        let hash = TokenHash::of(&token);
        open.push(SeatToken {
            seat: seat.into(),
            token,
        });
        hash
    })?;
    Ok(Planned {
        seat: setup.host.unwrap_or_default(),
        setup,
        token: own,
        open,
    })
}
