-- What was agreed to, word for word: {"questions": [{"id", "title", "text"}]}, the questions that the order answers, as the
-- catalogue had them when it was submitted. Null in drafts, and in orders of before: of those nobody kept the words.
alter table orders add column consents_asked jsonb;
