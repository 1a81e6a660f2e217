-- The derived rows of a sample of the members (src/warehouse/member_sample.rs). Everything derived is computed again
-- after this migration.
create table derived.session_sample as from derived.session limit 0;
create table derived.interaction_sample as from derived.interaction limit 0;
create table derived.transaction_sample as from derived.transaction limit 0;
create table derived.message_sample as from derived.message limit 0;
create table derived.link_click_sample as from derived.link_click limit 0;
create table derived.article_view_sample as from derived.article_view limit 0;
create table derived.content_action_sample as from derived.content_action limit 0;
create table derived.csat_sample as from derived.csat limit 0;
create table derived.poll_answer_sample as from derived.poll_answer limit 0;
