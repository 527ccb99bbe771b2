use capicu::Rules;
use capicu::lesson::Topic;
use capicu::rules::Effect;

use crate::Texts;

/// The explanation of a topic of a first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// A heading for the sentences.
    pub title: String,
    /// The observation at the table, then the rules.
    pub sentences: Vec<String>,
}

impl Texts {
    /// Explains a topic of a first round under these rules.
    pub fn lesson(&self, topic: Topic, rules: &Rules) -> Explanation {
        let (title, now) = self.shown(topic);
        let effects = rules.effects();
        let told = topic.options().iter().filter_map(|option| {
            let told = effects.get(option).is_some_and(Effect::is_told);
            told.then(|| self.option_rule(option, rules)).flatten()
        });
        let beside = match topic {
            Topic::Turn => Some(self.general_match_numbers()),
            Topic::Knock if !rules.draws() => Some(self.general_must_play()),
            Topic::Ends => Some(self.general_double_counts()),
            _ => None,
        };
        Explanation {
            title,
            sentences: [now].into_iter().chain(beside).chain(told).collect(),
        }
    }

    /// The title of a topic, and its observation at the table.
    fn shown(&self, topic: Topic) -> (String, String) {
        match topic {
            Topic::DrawForSet => (self.lesson_draw_for_set(), self.lesson_draw_for_set_now()),
            Topic::Aim => (self.lesson_aim(), self.lesson_aim_now()),
            Topic::Opening => (self.lesson_opening(), self.lesson_opening_now()),
            Topic::Turn => (self.lesson_turn(), self.lesson_turn_now()),
            Topic::Double => (self.lesson_double(), self.lesson_double_now()),
            Topic::Spinner => (self.lesson_spinner(), self.lesson_spinner_now()),
            Topic::Cross => (self.lesson_cross(), self.lesson_cross_now()),
            Topic::Arm => (self.lesson_arm(), self.lesson_arm_now()),
            Topic::Knock => (self.lesson_knock(), self.lesson_knock_now()),
            Topic::Draw => (self.lesson_draw(), self.lesson_draw_now()),
            Topic::Ends => (self.lesson_ends(), self.lesson_ends_now()),
            Topic::Calls => (self.lesson_calls(), self.lesson_calls_now()),
            Topic::Paso => (self.lesson_paso(), self.lesson_paso_now()),
            Topic::PaseCorrido => (self.lesson_pase_corrido(), self.lesson_pase_corrido_now()),
            Topic::PaseDeSalida => (
                self.lesson_pase_de_salida(),
                self.lesson_pase_de_salida_now(),
            ),
            Topic::ThreePasses => (self.lesson_three_passes(), self.lesson_three_passes_now()),
            Topic::BoardPass => (self.lesson_board_pass(), self.lesson_board_pass_now()),
            Topic::GoingOut => (self.lesson_going_out(), self.lesson_going_out_now()),
            Topic::Block => (self.lesson_block(), self.lesson_block_now()),
            Topic::KeyTile => (self.lesson_key_tile(), self.lesson_key_tile_now()),
            Topic::Capicu => (self.lesson_capicu(), self.lesson_capicu_now()),
            Topic::Chuchazo => (self.lesson_chuchazo(), self.lesson_chuchazo_now()),
            Topic::FirstGame => (self.lesson_first_game(), self.lesson_first_game_now()),
            Topic::Penalty => (self.lesson_penalty(), self.lesson_penalty_now()),
            Topic::Match => (self.lesson_match(), self.lesson_match_now()),
        }
    }
}
