//! The page of a puzzle: the felt with the table, the hand, and the reply of the table.

use capicu::rules::Direction;
use capicu::{Action, RoundResult, Seat, Tile};
use capicu_accounts::puzzles::Puzzle;
use capicu_analysis::{Reply, percent};
use capicu_i18n::Texts;
use capicu_picture::{Felt as Room, Look, Staged, sheet, upright};
use capicu_store::puzzles::{Answered, Outcome};
use maud::{Markup, PreEscaped, html};

use super::words::{did, laid, moves, seat_name, standing, with_seats};
use super::{Attempt, PATH, Wish};

/// The felt on which the tiles are placed, in pixels: square, so that it suits phones and wide screens.
const ROOM: Room = Room {
    width: 380,
    height: 380,
};

/// The id of the line to share.
const LINE: &str = "share-line";

const BACK: &str =
    r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>"#;
const FLAME: &str = r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-3 2-4 3-7 1 1 2 2 2 4 1-2 2-5 1-8z"/></svg>"#;

/// All that the page of a puzzle shows.
pub(super) struct Felt<'a> {
    pub texts: Texts,
    pub puzzle: &'a Puzzle,
    pub title: &'a str,
    pub said: Attempt,
    /// The numbers of earlier answers on this page.
    pub tried: Vec<usize>,
    /// The stored answer of the player.
    pub stored: Option<&'a Answered>,
    pub streak: usize,
    /// The player's rating as a solver, once there is an answer.
    pub points: Option<i32>,
    /// The change of the rating by this answer.
    pub change: i32,
    /// The whole address of the puzzle.
    pub address: String,
    /// The wish that the next puzzle fulfills, too.
    pub wish: &'a Wish,
}

impl Felt<'_> {
    pub fn page(&self) -> Markup {
        let rules = self.puzzle.posed.decision().view.board().rules();
        html! {
            (PreEscaped(sheet(rules.tiles())))
            main.puzzle #content data-testid="puzzle-page" { (self.inside()) }
        }
    }

    /// The inside of `main`. The page needs a sheet of the tiles.
    pub fn inside(&self) -> Markup {
        let (texts, puzzle) = (self.texts, self.puzzle);
        let source = match puzzle.giver {
            Some(_) => texts.puzzles_given(),
            None => texts.puzzles_shipped(),
        };
        let strength = puzzle.rating.interval().mean.to_string();
        let reply = self.shown().and_then(|at| {
            let decision = puzzle.posed.decision();
            Reply::of(&puzzle.posed, decision.actions[at])
        });
        let reply = reply.as_ref();
        html! {
            div.top {
                a.back href=(PATH) aria-label=(texts.puzzles()) { (PreEscaped(BACK)) }
                div { h1 { (self.title) } p { (standing(texts, puzzle)) } }
                @if !self.is_over() { (self.hint()) }
            }
            (self.plates())
            (self.stage(reply))
            @if self.is_over() { (self.solved(reply)) (self.rest()) } @else { (self.question(reply)) (self.hand()) }
            div.about {
                (moves(texts, puzzle))
                p.help { (source) " " (texts.puzzles_strength(&strength)) }
            }
        }
    }

    fn chosen(&self) -> Option<usize> {
        match self.said {
            Attempt::Answer(at) => Some(at),
            Attempt::Nothing | Attempt::NoAnswer | Attempt::Solution => None,
        }
    }

    /// The answer on the felt: the one chosen, or the solution.
    fn shown(&self) -> Option<usize> {
        match self.said {
            Attempt::Solution => Some(self.puzzle.solution.best),
            _ => self.chosen(),
        }
    }

    fn is_over(&self) -> bool {
        match self.said {
            Attempt::Answer(at) => self.puzzle.solution.answers[at].good,
            Attempt::Solution => true,
            Attempt::Nothing | Attempt::NoAnswer => false,
        }
    }

    fn hint(&self) -> Markup {
        let texts = self.texts;
        let themes = self.puzzle.themes.iter();
        let themes: Vec<String> = themes
            .map(|theme| texts.puzzles_theme(theme.id()))
            .collect();
        html! {
            details.hint {
                summary { (texts.puzzles_hint()) }
                div {
                    @if themes.is_empty() { p { (texts.puzzles_no_hint()) } }
                    ul { @for theme in &themes { li { (theme) } } }
                    button.second form="answers" name="solution" value="yes" data-testid="solution" {
                        (texts.puzzles_solution())
                    }
                }
            }
        }
    }

    /// The other seats, with the facts known of each hand.
    fn plates(&self) -> Markup {
        let texts = self.texts;
        let view = &self.puzzle.posed.decision().view;
        let board = view.board();
        let rules = board.rules();
        let lead = view.moves().iter().find_map(|mv| match mv.action {
            Action::Lead(tile) => Some((mv.seat, tile)),
            _ => None,
        });
        let known = |seat: Seat| {
            let passed = view.public().passed_on(seat);
            let numbers: Vec<String> = passed.iter().map(ToString::to_string).collect();
            match lead.filter(|(leader, _)| *leader == seat) {
                _ if !numbers.is_empty() => Some(texts.has_passed_on(&texts.list(&numbers))),
                Some((_, tile)) => Some(texts.puzzles_led(&tile.to_string())),
                None => None,
            }
        };
        let is_ours = |seat| rules.side(seat) == rules.side(view.seat());
        let mut others: Vec<Seat> = view.seat().around(rules.n_seats()).skip(1).collect();
        // From left to right, as at the table.
        if rules.direction == Direction::Anticlockwise {
            others.reverse();
        }
        html! {
            ul.plates {
                @for seat in others {
                    li.own[is_ours(seat)] {
                        b { (seat_name(texts, self.puzzle, seat)) }
                        " " span aria-label=(texts.puzzles_tiles(board.held()[seat])) role="img" { (board.held()[seat]) }
                        @if let Some(known) = known(seat) { small { (known) } }
                    }
                }
                @if board.boneyard() > 0 {
                    li.pile {
                        b { (texts.boneyard()) }
                        " " span aria-label=(texts.puzzles_tiles(board.boneyard())) role="img" { (board.boneyard()) }
                    }
                }
            }
        }
    }

    /// The table before the answer, or with the answer and the reply.
    fn stage(&self, reply: Option<&Reply>) -> Markup {
        let texts = self.texts;
        let decision = self.puzzle.posed.decision();
        let mut staged: Vec<(Action, Look)> = laid(self.puzzle)
            .into_iter()
            .map(|action| (action, Look::Plain))
            .collect();
        match self.shown() {
            Some(at) => {
                let right = self.puzzle.solution.answers[at].good;
                staged.push((decision.actions[at], Look::Chosen { right }));
                let moves = reply.iter().flat_map(|reply| &reply.moves).zip(0..);
                staged.extend(moves.map(|(mv, after)| (mv.action, Look::Reply(after))));
            }
            None => {
                if let Some((_, look)) = staged
                    .iter_mut()
                    .rfind(|(action, _)| action.tile().is_some())
                {
                    *look = Look::Last;
                }
            }
        }
        let picture = Staged {
            rules: decision.view.board().rules(),
            felt: ROOM,
            laid: &staged,
        };
        let part = picture.part(&texts.puzzles_board());
        html! {
            div.stage {
                @if part.is_empty() { p { (texts.puzzles_nothing()) } } @else { (PreEscaped(part)) }
            }
        }
    }

    /// The question, or the verdict on a bad answer.
    fn question(&self, reply: Option<&Reply>) -> Markup {
        let texts = self.texts;
        let ends = self.puzzle.posed.decision().view.board().layout().ends();
        let open = match ends.is_empty() {
            true => None,
            false => Some(texts.puzzles_open(&texts.ends(ends))),
        };
        let earlier = match self.stored.map(|one| one.outcome) {
            Some(Outcome::Solved) => Some(texts.puzzles_solved()),
            Some(Outcome::Shown) => Some(texts.puzzles_shown()),
            _ => None,
        };
        html! {
            div.told.bad[self.chosen().is_some()] {
                @match self.said {
                    Attempt::NoAnswer => p role="alert" data-testid="problem" { (texts.puzzles_choose()) }
                    Attempt::Answer(at) => (self.refuted(at, reply)),
                    _ => {
                        h2 #puzzle-ask { (texts.puzzles_ask()) }
                        @if let Some(open) = open { p { (open) } }
                        @if let Some(earlier) = earlier { p data-testid="earlier" { (earlier) } }
                    }
                }
            }
        }
    }

    fn refuted(&self, at: usize, reply: Option<&Reply>) -> Markup {
        let (texts, puzzle) = (self.texts, self.puzzle);
        let name = |seat| seat_name(texts, puzzle, seat);
        // The first reason for the best answer; it names no tile to play.
        let why = puzzle.posed.facts(puzzle.solution.best, at, texts, &name);
        let action = texts.advised(puzzle.posed.decision().actions[at]);
        let found = puzzle.solution.answers[at];
        html! {
            p role="status" data-testid="verdict" data-good="false" { b { (texts.puzzles_wrong(&action)) } }
            @if let Some(why) = why.first() { p data-testid="why" { (texts.puzzles_better(why)) } }
            (self.reply(reply))
            details {
                summary { (texts.puzzles_numbers()) }
                p { (texts.puzzles_cost(&action, &percent(found.loss), &percent(2 * found.error))) }
            }
        }
    }

    /// The moves after an answer, and the end of the round.
    fn reply(&self, reply: Option<&Reply>) -> Markup {
        let (texts, puzzle) = (self.texts, self.puzzle);
        let Some(reply) = reply else {
            return html! {};
        };
        let moves: Vec<String> = reply
            .moves
            .iter()
            .map(|mv| did(texts, puzzle, mv))
            .collect();
        let end = reply.ended.as_ref().map(|result| self.end(result));
        html! {
            p.reply-line data-testid="reply" {
                @if !moves.is_empty() { (texts.puzzles_reply(&moves.join("; "))) " " }
                @if let Some(end) = end { (end) }
            }
        }
    }

    fn end(&self, result: &RoundResult) -> String {
        let rules = self.puzzle.posed.decision().view.board().rules();
        with_seats(self.texts, self.puzzle, |seats| {
            self.texts.round_end(result, rules, seats)
        })
    }

    /// The hand as buttons. A tile with several places asks for the place.
    fn hand(&self) -> Markup {
        let texts = self.texts;
        let decision = self.puzzle.posed.decision();
        let actions = || decision.actions.iter().copied().enumerate();
        let of = |tile: Tile| actions().filter(move |(_, action)| action.tile() == Some(tile));
        let tried = |at: usize| self.chosen() == Some(at) || self.tried.contains(&at);
        let mut all: Vec<String> = self.tried.iter().map(ToString::to_string).collect();
        all.extend(self.chosen().map(|at| at.to_string()));
        html! {
            form #answers method="post" action={ (PATH) "/" (self.puzzle.id) } data-testid="answers" {
                @for (name, value) in self.wish.fields() { input type="hidden" name=(name) value=(value); }
                input type="hidden" name="tried" value=(all.join(","));
                div.hand role="group" aria-label=(texts.puzzles_hand()) data-testid="hand" {
                    @for tile in self.tiles() {
                        @let places: Vec<(usize, Action)> = of(tile).collect();
                        @match places.as_slice() {
                            [] => span.held.cannot role="img" aria-label=(texts.label_tile_cannot(&texts.tile(tile))) {
                                (PreEscaped(upright(tile)))
                            }
                            [(at, action)] => {
                                button.held.tried[tried(*at)] name="action" value=(at) data-testid={ "answer-" (at) }
                                    aria-label=(texts.advised(*action)) { (PreEscaped(upright(tile))) }
                            }
                            places => details.held.tried[places.iter().all(|(at, _)| tried(*at))] name="place" {
                                summary aria-label=(texts.tile(tile)) { (PreEscaped(upright(tile))) }
                                div {
                                    p { (texts.puzzles_where(&texts.tile(tile))) }
                                    @for (at, action) in places {
                                        button.second.tried[tried(*at)] name="action" value=(at)
                                            data-testid={ "answer-" (at) } { (self.place(*action)) }
                                    }
                                }
                            }
                        }
                    }
                }
                div.row.others {
                    @for (at, action) in actions().filter(|(_, action)| action.tile().is_none()) {
                        button.second.tried[tried(at)] name="action" value=(at) data-testid={ "answer-" (at) } {
                            (texts.advised(action))
                        }
                    }
                }
            }
        }
    }

    /// The place of a tile in words.
    fn place(&self, action: Action) -> String {
        match action {
            Action::Play { on, .. } => self.texts.puzzles_place(&self.texts.tile(on)),
            action => self.texts.advised(action),
        }
    }

    /// The tiles of the hand, the highest first.
    fn tiles(&self) -> Vec<Tile> {
        let hand = self.puzzle.posed.decision().view.hand();
        let mut tiles: Vec<Tile> = hand.into_iter().collect();
        tiles.reverse();
        tiles
    }

    /// The tiles left after the best or the right answer.
    fn rest(&self) -> Markup {
        let texts = self.texts;
        let decision = self.puzzle.posed.decision();
        let at = self.chosen().unwrap_or(self.puzzle.solution.best);
        let mut tiles = self.tiles();
        tiles.retain(|tile| decision.actions[at].tile() != Some(*tile));
        html! {
            div.hand role="img" aria-label={ (texts.puzzles_hand()) (texts.colon()) " " (texts.tiles(tiles.iter().copied())) } {
                @for tile in tiles { span.held { (PreEscaped(upright(tile))) } }
            }
        }
    }

    /// The verdict on a good answer, or the solution: reasons first, numbers in a fold.
    fn solved(&self, reply: Option<&Reply>) -> Markup {
        let (texts, puzzle) = (self.texts, self.puzzle);
        let decision = puzzle.posed.decision();
        let found = &puzzle.solution;
        let name = |seat| seat_name(texts, puzzle, seat);
        let facts = puzzle
            .posed
            .facts(found.best, decision.played, texts, &name);
        let best = texts.advised(decision.actions[found.best]);
        let verdict = match self.chosen() {
            Some(at) if at == found.best => texts.puzzles_right_best(&best),
            Some(at) => texts.puzzles_right(&texts.advised(decision.actions[at])),
            None => texts.puzzles_best(&best),
        };
        html! {
            section.told.good data-testid="solved" {
                p role="status" data-testid="verdict" data-good=[self.chosen().map(|_| "true")] { b { (verdict) } }
                @if self.chosen().is_some_and(|at| at != found.best) { p { (texts.puzzles_best(&best)) } }
                ul data-testid="facts" { @for fact in &facts { li { (fact) } } }
                (self.reply(reply))
                (self.chips())
                div.row.ends-row {
                    (self.numbers())
                    @if self.chosen().is_some() { (self.share()) }
                    a.do href={ (PATH) "/next" (self.wish.query(&puzzle.id)) }
                        id="next-puzzle" data-testid="next-puzzle" { (texts.puzzles_next()) }
                }
            }
        }
    }

    fn chips(&self) -> Markup {
        let texts = self.texts;
        let change = match self.change {
            0 => String::new(),
            change => format!(" {change:+}"),
        };
        html! {
            @if self.points.is_some() || self.streak > 0 {
                p.chips data-testid="chips" {
                    @if self.streak > 0 { span.streak { (PreEscaped(FLAME)) (texts.puzzles_days(self.streak)) } " " }
                    @if let Some(points) = self.points { span { (texts.puzzles_rating(&points.to_string())) b { (change) } } }
                }
            }
        }
    }

    /// A line for friends that names no tile: a square for each answer, the streak and the address.
    fn share(&self) -> Markup {
        let texts = self.texts;
        let stored = self
            .stored
            .map_or(0, |one| one.tries.saturating_sub(1) as usize);
        let wrong = stored.max(self.tried.len());
        let squares = "🟥".repeat(wrong) + "🟩";
        let streak = match self.streak {
            0 => String::new(),
            days => format!(" · {}", texts.puzzles_days(days)),
        };
        let line = format!(
            "{} · {}\n{squares}{streak}\n{}",
            texts.app_name(),
            self.title,
            self.address
        );
        html! {
            p #(LINE) data-testid="share-line" hidden { (line) }
            button.second type="button" hidden data-copy=(LINE) data-send="yes" data-copied=(texts.copied())
                data-testid="share-puzzle" { (texts.puzzles_share()) }
        }
    }

    /// Every answer with its loss.
    fn numbers(&self) -> Markup {
        let texts = self.texts;
        let decision = self.puzzle.posed.decision();
        let found = &self.puzzle.solution;
        let mut order: Vec<usize> = (0..found.answers.len()).collect();
        order.sort_by_key(|at| (*at != found.best, found.answers[*at].loss));
        let remarks = |at: usize| {
            let mut remarks = Vec::new();
            if at == found.best {
                remarks.push(texts.puzzles_is_best());
            } else if found.answers[at].good {
                remarks.push(texts.puzzles_is_good());
            }
            if at == decision.played {
                remarks.push(texts.puzzles_was_played());
            }
            remarks.join("; ")
        };
        html! {
            details {
                summary { (texts.puzzles_numbers()) }
                h3 { (texts.puzzles_answers()) }
                div.wide tabindex="0" role="group" aria-label=(texts.puzzles_answers()) {
                    table.numbers {
                        thead { tr { th scope="col" {} th.number scope="col" { (texts.puzzles_loss()) } th {} } }
                        tbody { @for at in order { tr {
                            th scope="row" { (texts.advised(decision.actions[at])) }
                            td.number {
                                @if at != found.best {
                                    (percent(found.answers[at].loss)) " ± " (percent(2 * found.answers[at].error))
                                }
                            }
                            td { (remarks(at)) }
                        } } }
                    }
                }
                p.help { (texts.puzzles_how(found.nodes, found.version)) }
            }
        }
    }
}
