import type { Transaction } from 'kysely'
import { type DataFileProblem, throwIfAny } from '#server/csv/data-table.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { ConsentData } from './consent-files.ts'

const orNull = (day: string) => (day === '' ? null : day)

/**
 * Replaces the laboratory's data about consents, in the given transaction. A version of a consent text that
 * exists keeps its words, because orders name it: other words throw {@link DataFilesInvalid}. Its days may
 * change. Versions that are not in the file are kept.
 */
export async function importConsentData(db: Transaction<Tables>, data: ConsentData): Promise<void> {
  await importTexts(db, data.consentTexts)
  for (const table of [
    'consent_policy',
    'consent_conflict',
    'consent_finding',
    'state_rule',
    'test_approval',
    'adult_onset_test',
  ] as const)
    await db.deleteFrom(table).execute()
  const policies = data.consentPolicies.map(({ testCode, consent, relatives, fetus, policy }) => ({
    test_code: testCode,
    consent_id: consent,
    asks_relatives: relatives === 'asked',
    offered_for_fetus: fetus === 'offered',
    policy,
  }))
  await insertAll(db, 'consent_policy', policies)
  const conflicts = data.consentConflicts.map((row, position) => ({
    ...{ position, consent_id: row.consent, answer: row.answer, message: row.message },
    ...{ other_consent_id: row.otherConsent, other_answer: row.otherAnswer },
  }))
  await insertAll(db, 'consent_conflict', conflicts)
  const findings = data.consentFindings.map(({ consent, section }) => ({ consent_id: consent, section }))
  await insertAll(db, 'consent_finding', findings)
  const rules = data.stateRules.map(({ state, rule, value, consent, validFrom, validTo }, position) => ({
    ...{ position, state, rule, value, consent_id: consent },
    ...{ valid_from: validFrom, valid_to: orNull(validTo) },
  }))
  await insertAll(db, 'state_rule', rules)
  const approvals = data.testApprovals.map(({ testCode, state, status, validFrom, validTo }) => ({
    ...{ test_code: testCode, state, status, valid_from: validFrom, valid_to: orNull(validTo) },
  }))
  await insertAll(db, 'test_approval', approvals)
  await insertAll(
    db,
    'adult_onset_test',
    data.adultOnsetTests.map(({ testCode }) => ({ test_code: testCode })),
  )
}

async function importTexts(db: Transaction<Tables>, texts: ConsentData['consentTexts']): Promise<void> {
  const known = await db.selectFrom('consent_text').selectAll().execute()
  const problems: DataFileProblem[] = []
  for (const [index, row] of texts.entries()) {
    const { consent, version, language, jurisdiction, validFrom, validTo, list, title, text } = row
    const key = { consent_id: consent, version, language, jurisdiction }
    const before = known.find((one) =>
      Object.entries(key).every(([column, value]) => one[column as keyof typeof key] === value),
    )
    const words = { list, title, body: text }
    const changed = (['list', 'title', 'body'] as const).filter(
      (name) => before && before[name] !== words[name],
    )
    for (const name of changed) {
      const rule = `version ${version} of '${consent}' was imported before with other words, and orders name it: words of a version never change. Add a new version`
      // Row 1 is the header.
      problems.push({
        file: 'consent-texts.csv',
        row: index + 2,
        column: name === 'body' ? 'text' : name,
        rule,
      })
    }
    const days = { valid_from: validFrom, valid_to: orNull(validTo) }
    if (changed.length > 0) continue
    await db
      .insertInto('consent_text')
      .values({ ...key, ...words, ...days })
      .onConflict((conflict) =>
        conflict.columns(['consent_id', 'version', 'language', 'jurisdiction']).doUpdateSet(days),
      )
      .execute()
  }
  throwIfAny(problems)
}
