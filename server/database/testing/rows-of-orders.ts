import { sql } from 'kysely'

/** One row of each kind for each order, whose submission has created its samples, and a panel for each institution. */
export const ROWS_OF_ORDERS = [
  sql`insert into document (order_id, institution_code, upload_key, type, description, filename, media_type, bytes,
      file_key, uploaded_by_name)
    select id, institution_code, gen_random_uuid(), 'Other', '', 'a.pdf', 'application/pdf', 1, 'a', 'Somebody' from orders`,
  sql`insert into availability_request (sample_id, institution_code, test_code, requested_by_name)
    select id, institution_code, 'EPI2', 'Somebody' from sample`,
  sql`insert into requisition_addition (order_id, institution_code, html, added_by_name)
    select id, institution_code, '<p>More</p>', 'Somebody' from orders`,
  sql`insert into order_feedback (order_id, physician_id, institution_code, rating, text, given_by_name)
    select id, created_by, institution_code, 5, '', created_by_name from orders`,
  sql`insert into custom_panel (institution_code, test_code, name, genes, created_by_name, updated_by_name)
    select code, 'EPI2', 'Ours', '{SCN1A}', 'Somebody', 'Somebody' from institution`,
  sql`insert into laboratory_fact (order_id, institution_code, fact_key, at, fact)
    select id, institution_code, 'a', now(), '{}' from orders`,
  sql`insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
    select id, institution_code, 'a', 'other', 'Why?', now() from orders`,
  sql`insert into shipment (institution_code, carrier, tracking_number, created_by_name)
    select institution_code, 'USPS', id::text, 'Somebody' from orders`,
  sql`insert into kit_order (institution_code, request_key, kit_type, quantity, recipient, ordered_by, ordered_by_name)
    select institution_code, id::text, 'Saliva', 1, '{}', created_by, 'Somebody' from orders`,
  sql`insert into treatment (order_id, institution_code, treatment_key, test_code, title, recommendation, made_at)
    select id, institution_code, 'a', 'EPI2', 'Treatment', 'Words', now() from orders`,
  sql`insert into treatment_view (treatment_id, physician_id, institution_code)
    select t.id, o.created_by, t.institution_code from treatment t join orders o on o.id = t.order_id`,
  sql`insert into report_opening (report_id, physician_id, institution_code)
    select r.id, o.created_by, r.institution_code from report r join orders o on o.id = r.order_id`,
  sql`insert into report_notice (report_id, physician_id, order_id, institution_code, kind)
    select r.id, o.created_by, o.id, r.institution_code, 'amended' from report r join orders o on o.id = r.order_id`,
  sql`insert into eligibility_check (institution_code, order_id, payer_id, subject, subject_key, asked_by_name)
    select institution_code, id, 'tidewater', '{}', id::text, 'Somebody' from orders`,
  sql`insert into eligibility_exchange (check_id, institution_code, service_type, outcome, raw_270)
    select id, institution_code, '5', 'down', '' from eligibility_check`,
  sql`insert into cost_estimate (institution_code, order_id, made_by_name, counts_until, content)
    select institution_code, id, 'Somebody', now(), '{}' from orders`,
  sql`insert into consent_withdrawal (order_id, institution_code, patient_key, items, withdrawn_on, reason, recorded_by,
      recorded_by_name)
    select id, institution_code, 'proband', '{research}', '2026-03-12', 'None', created_by, 'Somebody' from orders`,
  sql`insert into reported_variant (report_id, position, institution_code, variant_key, hgnc_id, gene, description, classes,
      zygosity, section)
    select report_id, 1, institution_code, '2a', '', 'BRCA2', 'c.1A>G', '{}', '', 'main' from reported_result`,
  sql`insert into result_term (institution_code, term, reported_at, report_id, position, outcome, classes)
    select institution_code, 'gene brca2', reported_at, report_id, 1, outcome, '{}' from reported_result`,
  sql`insert into order_finding (order_id, institution_code, patient_key, term_id, label, release, status, observed_on, note,
      recorded_by, recorded_by_name)
    select id, institution_code, 'proband', 'HP:0001250', 'Seizure', '2026-01-08', 'present', '2026-03-12', '', created_by,
      'Somebody' from orders`,
  sql`insert into family (institution_code, family_key, name, document, people_count, probands, search_text, changed_by,
      changed_by_name)
    select institution_code, gen_random_uuid(), 'Family', '{}', 0, '', '', created_by, 'Somebody' from orders`,
  sql`insert into order_person (order_id, institution_code, patient_key, relationship, family_id, member, joined_by,
      joined_by_name)
    select o.id, o.institution_code, 'proband', 'Proband', min(f.id), 'p1', o.created_by, 'Somebody' from orders o
    join family f using (institution_code) group by o.id, o.institution_code, o.created_by`,
  sql`insert into family_change (family_id, institution_code, version, change, by_id, by_name)
    select id, institution_code, 2, '{}', changed_by, 'Somebody' from family`,
  sql`insert into family_finding (family_id, institution_code, finding_key, member, variants, inheritance, is_adult_onset,
      variant_class, reported_on, added_by, added_by_name)
    select id, institution_code, gen_random_uuid(), 'p1', '[]', 'autosomal dominant', true, 'Pathogenic', '2026-03-12', changed_by,
      'Somebody' from family`,
  sql`insert into family_step (family_id, finding_id, institution_code, member, kind, on_day, by_name)
    select family_id, id, institution_code, 'p2', 'told', '2026-03-12', 'Somebody' from family_finding`,
  sql`insert into family_consent (family_id, institution_code, member, shows, agreed_on, by_id, by_name)
    select family_id, institution_code, 'p2', 'result', '2026-03-12', added_by, 'Somebody' from family_finding`,
  sql`insert into cascade_code (finding_id, family_id, institution_code, member, hash, expires_on, made_by, made_by_name)
    select id, family_id, institution_code, 'p2', id::text, '2026-06-12', added_by, 'Somebody' from family_finding`,
  sql`insert into cascade_code_use (code_id, institution_code, by_id, by_name, tells)
    select id, institution_code, made_by, 'Somebody', 'nothing' from cascade_code`,
  sql`insert into necessity_letter (order_id, institution_code, body, edited_by_name)
    select id, institution_code, 'It is needed.', 'Somebody' from orders`,
  sql`insert into ehr_interface (code, institution_code, name, certificates, sender, processing_id, answers_orders,
      physician_id)
    select code, code, 'Hospital', array['AA:' || code], '', 'P', false, (select min(id) from physician) from institution`,
  sql`insert into ehr_map (interface_code, institution_code, kind, code, meaning, changed_by_name)
    select code, institution_code, 'test', 'gen1', 'EPI2', 'Somebody' from ehr_interface`,
  sql`insert into ehr_message_in (interface_code, institution_code, raw) select code, institution_code, 'MSH' from ehr_interface`,
  sql`insert into ehr_order (interface_code, institution_code, placer, is_cancelled, sent_at)
    select code, institution_code, '1^E', false, now() from ehr_interface`,
  sql`insert into ehr_results (interface_code, institution_code, settings)
    select code, institution_code, '{}' from ehr_interface`,
  sql`insert into ehr_message_out (interface_code, institution_code, order_id, stream, filler, status, keys, result)
    select e.code, e.institution_code, o.id, 'proband GEN1', '1', 'final', 'k', '{}'
    from ehr_interface e join orders o on o.institution_code = e.institution_code`,
  sql`insert into ehr_launch_client (id, institution_code, name, iss, client_id, scopes, metadata, sealed_key,
      public_keys, frame_origins, interface_code, record_number_system)
    select lower(code), institution_code, name, 'https://' || code || '.test/fhir', 'karyo', 'launch', '{}', '', '[]',
      '{}', code, '' from ehr_interface`,
  sql`insert into ehr_advice (interface_code, institution_code, settings, changed_by_name)
    select code, institution_code, '{}', 'Somebody' from ehr_interface`,
  sql`insert into ehr_advice_token (interface_code, institution_code, jti, expires_at)
    select code, institution_code, 'j', now() + '1 day' from ehr_interface`,
  sql`insert into ehr_advice_call (id, interface_code, institution_code, service, outcome, took_ms)
    select gen_random_uuid(), code, institution_code, 'karyo-patient-view', 'answered', 9 from ehr_interface`,
  sql`insert into ehr_advice_card (id, call_id, interface_code, institution_code, rule, rule_version, content)
    select gen_random_uuid(), id, interface_code, institution_code, 'parents-missing', 1, '{}' from ehr_advice_call`,
  sql`insert into ehr_launch_link (issuer, subject, institution_code, physician_id)
    select iss, 'u', c.institution_code, i.physician_id
    from ehr_launch_client c join ehr_interface i on i.code = c.interface_code`,
  sql`insert into ehr_launch (id, client_id, institution_code, issuer, subject, patient_id, proof_hash)
    select gen_random_uuid(), id, institution_code, iss, 'u', 'p', '' from ehr_launch_client`,
  sql`insert into reanalysis_rules (institution_code, is_offered, changed_by, changed_by_name)
    select code, true, (select min(id) from physician), 'Somebody' from institution`,
  sql`insert into follow_up_rules (institution_code, rules, changed_by, changed_by_name)
    select code, '{}', (select min(id) from physician), 'Somebody' from institution`,
]
