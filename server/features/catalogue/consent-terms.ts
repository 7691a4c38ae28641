import type { ConsentLaw, TestApproval } from '#domain/consent/law.ts'
import type { ConsentText } from '#domain/consent/texts.ts'
import type { ConsentTerms, OrderableConsent } from '#domain/orders/rule-context.ts'
import type { Catalogue } from './store.ts'

/** What the laboratory's files about consents say of a test: its questions, and who may be tested. */
export interface TermsOfTests {
  /** The optional parts of a question of a test; empty without a file. */
  ofQuestion(testCode: string, consentId: string): Omit<OrderableConsent, 'id' | 'title' | 'required'>
  /** Undefined without a row in a file. */
  ofTest(testCode: string): ConsentTerms | undefined
}

/** Reads the terms of tests, at most as many rows as the files have for them. */
export async function termsOfTests(db: Catalogue, codes: readonly string[]): Promise<TermsOfTests> {
  const named = [...codes, '*']
  const [texts, policies, approvals, adultOnset] = await Promise.all([
    db
      .selectFrom('consent_text')
      .selectAll()
      .where('consent_id', 'in', (eb) =>
        eb
          .selectFrom('test_consent')
          .select('test_consent.consent_id')
          .where('test_consent.test_code', 'in', named),
      )
      .orderBy('valid_from')
      .orderBy('version')
      .execute(),
    db.selectFrom('consent_policy').selectAll().where('test_code', 'in', named).execute(),
    db.selectFrom('test_approval').selectAll().where('test_code', 'in', named).execute(),
    db.selectFrom('adult_onset_test').selectAll().where('test_code', 'in', named).execute(),
  ])
  const ofRow = (row: (typeof approvals)[number]): TestApproval => ({
    ...{ state: row.state, status: row.status, validFrom: row.valid_from, validTo: row.valid_to },
  })
  return {
    ofQuestion(testCode, consentId) {
      const versions = texts.filter((one) => one.consent_id === consentId).map(textOf)
      const own = policies.filter((one) => one.consent_id === consentId)
      const policy = own.find((one) => one.test_code === testCode) ?? own.find((one) => one.test_code === '*')
      return {
        ...(versions.length > 0 ? { texts: versions } : {}),
        ...(policy && !policy.asks_relatives ? { asksRelatives: false } : {}),
        ...(policy && !policy.offered_for_fetus ? { offeredForFetus: false } : {}),
        ...(policy && policy.policy !== '' ? { policy: policy.policy } : {}),
      }
    },
    ofTest(testCode) {
      const own = approvals.filter((one) => one.test_code === testCode)
      // A row for every test counts for the states in which the test has none of its own.
      const general = approvals.filter(
        (one) => one.test_code === '*' && !own.some(({ state }) => state === one.state),
      )
      const isAdultOnset = adultOnset.some((one) => one.test_code === testCode)
      if (own.length + general.length === 0 && !isAdultOnset) return undefined
      return { adultOnset: isAdultOnset, approvals: [...own, ...general].map(ofRow) }
    },
  }
}

function textOf(row: {
  version: string
  language: string
  jurisdiction: string
  valid_from: string
  valid_to: string | null
  list: string
  title: string
  body: string
}): ConsentText {
  const { version, language, jurisdiction, list, title, body } = row
  return {
    ...{ version, language, jurisdiction, list, title, text: body },
    ...{ validFrom: row.valid_from, validTo: row.valid_to },
  }
}

let remembered: { version: string; law: ConsentLaw } | null = null

/** What states require, and which answers contradict each other; cached while the catalogue is at `version`. */
export async function consentLawAt(version: string, db: Catalogue): Promise<ConsentLaw> {
  if (remembered?.version === version) return remembered.law
  const [states, conflicts] = await Promise.all([
    db.selectFrom('state_rule').selectAll().orderBy('position').execute(),
    db.selectFrom('consent_conflict').selectAll().orderBy('position').execute(),
  ])
  const law: ConsentLaw = {
    states: states.map(({ state, rule, value, consent_id, valid_from, valid_to }) => ({
      ...{ state, rule, value, consent: consent_id, validFrom: valid_from, validTo: valid_to },
    })),
    conflicts: conflicts.map((row) => ({
      ...{ consent: row.consent_id, answer: row.answer, message: row.message },
      ...{ otherConsent: row.other_consent_id, otherAnswer: row.other_answer },
    })),
  }
  remembered = { version, law }
  return law
}
