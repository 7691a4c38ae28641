import { describe, expect, test } from 'vitest'
import { benefitLinesOf } from '#domain/coverage/benefit-lines.ts'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import { type CostQuestion, estimateCost } from '#domain/coverage/cost.ts'
import type { ContractTerms, Estimate, PricedTest } from '#domain/coverage/estimate.ts'
import { resultText } from '#domain/coverage/testing/worked-examples.ts'
import { read271 } from './read-271.ts'
import { answerWith } from './testing/messages.ts'
import { WORKED_EXAMPLES_271 } from './testing/worked-examples-271.ts'
import { NASTY_271 } from './testing/worked-examples-271-hostile.ts'
import { MORE_WORKED_EXAMPLES_271 } from './testing/worked-examples-271-more.ts'

const DAY = '2026-03-12'
const TEST: PricedTest = {
  ...{ code: 'T1', name: 'Test 1', cptCodes: ['81406'], allowedCents: 1_000_00, listPriceCents: 1_500_00 },
  ...{ selfPayCents: null, covered: 'yes', authorizationRequired: 'no' },
}
const TERMS: ContractTerms = { inNetwork: true, copayBeforeDeductible: false, balanceBilling: false }
const OUT: ContractTerms = { ...TERMS, inNetwork: false, balanceBilling: true }

interface Case {
  id: string
  name: string
  rows: string[]
  differs: string
  why: string
  owed: string
}

const CASES: Case[] = [WORKED_EXAMPLES_271, MORE_WORKED_EXAMPLES_271, NASTY_271]
  .map((cases) => cases.trim())
  .join('\n\n')
  .split('\n\n')
  .map((example) => {
    const [head = '', ...lines] = example.split('\n')
    const of = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
    return {
      ...{ id: head.slice(0, 6), name: head.slice(7), rows: of('> '), differs: of('? ').join() },
      why: lines.filter((line) => !/^[>?=] /.test(line)).join(' '),
      owed: of('= ').join(),
    }
  })

function questionOf({ rows, differs }: Pick<Case, 'rows' | 'differs'>): CostQuestion {
  const terms =
    differs === 'no contract' ? { ...OUT, isOnFile: false } : differs === 'out of network' ? OUT : TERMS
  const { answer } = read271(answerWith(...rows))
  const cptCodes = differs.startsWith('cpt ') ? [differs.slice(4)] : TEST.cptCodes
  const isUnknown = differs === 'no contract'
  const test: PricedTest = {
    ...{ ...TEST, ...(cptCodes ? { cptCodes } : {}) },
    ...(isUnknown ? { allowedCents: null, covered: 'unknown' as const } : {}),
  }
  return { benefitSummary: summarizeBenefits(answer, terms.inNetwork, DAY), terms, tests: [test] }
}

/** Everything of an estimate that a person reads. */
function wordsOf({ result, missing, changes }: Estimate): string {
  const reason = result.kind === 'none' ? result.reason : ''
  return [reason, ...missing.map(({ words }) => words), ...changes.map(({ words }) => words)].join('\n')
}

describe('what a patient owes by a payer’s answer, worked by hand', () => {
  test('has enough examples for every finding, each with its own name', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
    expect(CASES.length).toBeGreaterThanOrEqual(60)
    const ids = new Set(CASES.map(({ id }) => id))
    expect([...ids]).toEqual(Array.from({ length: 9 }, (_, n) => `PAY-0${n + 1}`))
  })

  // Each example's title starts with its own finding.
  describe('[PAY-01 PAY-02 PAY-03 PAY-04 PAY-05 PAY-06 PAY-07 PAY-08 PAY-09]', () => {
    test.each(CASES)('$id $name: $owed', (one) => {
      const estimate = estimateCost(questionOf(one))
      const [, kind = one.owed, reason = ''] = /^(none \S+) ?(.*)$/.exec(one.owed) ?? []
      expect(resultText(estimate.result)).toBe(kind)
      if (estimate.result.kind === 'none') expect(estimate.result.reason).toContain(reason)
      if (estimate.result.kind === 'range')
        expect(estimate.missing.some(({ isNeeded }) => isNeeded)).toBe(true)
    })
  })
})

describe('the explanations on the screen', () => {
  const of = (name: string) => {
    const found = CASES.find((one) => one.name === name)
    if (!found) throw new Error(`no case ${name}`)
    return found
  }
  const cellsOf = (name: string) =>
    benefitLinesOf(read271(answerWith(...of(name).rows)).answer)
      .map(({ about, words }) => `${about} | ${words}`)
      .join('\n')

  test.each([
    ['a deductible met for office visits is not met for the laboratory', 'not a laboratory: not counted'],
    ["next year's share", 'from 1 Jan 2027'],
    ['Medicare part B beside part A', 'Medicare Part A, not for these tests: not counted'],
    ['a copayment for a range of procedures', 'Procedure 81400 to 81408: $75.00 per visit'],
    ['a share with a modifier', 'billed with modifier 26'],
    ['covered once in a lifetime', '1 services or procedures in a lifetime'],
    ['another payer pays second', 'Secondary payer: ACME HEALTH'],
    [
      'whom to call for an authorization',
      'Authorization | Laboratory tests: required; Utilization management organization: CARECHECK, telephone 8005550100',
    ],
  ])('%s: %s', (name, words) => {
    expect(cellsOf(name)).toContain(words)
  })

  test.each([
    [
      'a deductible met under a message may not be met',
      'How much is left of the deductible is not known, because the payer limits it: “OFFICE VISITS ONLY”.',
    ],
    [
      'one a lifetime',
      'The payer limits what it pays for these tests (1 services or procedures in a lifetime)',
    ],
    [
      'another payer pays second',
      'Which insurance pays first: the payer names another one (ACME HEALTH, pays second)',
    ],
    ['no contract', 'No Surprises Act'],
    ['a contract that says: out of network', 'No Surprises Act'],
  ])('%s: %s', (name, words) => {
    expect(wordsOf(estimateCost(questionOf(of(name))))).toContain(words)
  })

  test('[PAY-08] keeps and shows trace number, corrected identity, the dependent’s name, references and diagnoses', () => {
    const { answer } = read271(
      answerWith(
        ...['HL*4*3*23*0', 'TRN*1*PAYER-77*9PAYER', 'TRN*2*K-2*9LARKFIELD', 'NM1*QC*1*TESTWELL*OLLI*M**JR'],
        ...['REF*EJ*ACCOUNT-9', 'N3*1 ELM ST', 'N4*SPRINGFIELD*IL*62701', 'DMG*D8*20150102*F'],
        ...['INS*N*19*001*25', 'HI*ABK:C50911', 'EB*1**30', 'REF*G1*AUTH-5', 'PER*IC*DESK*TE*8005550199'],
      ),
    )
    expect(answer.member).toMatchObject({ lastName: 'TESTWELL', firstName: 'OLLI', isDependent: true })
    expect(benefitLinesOf(answer).map(({ about, words }) => `${about}: ${words}`)).toEqual([
      'Coverage: Active: the whole plan; Contact: DESK, telephone 8005550199; Prior authorization number: AUTH-5',
      'Policy holder: NORA TESTWELL',
      'Trace number: K-1 9LARKFIELD',
      'The payer’s trace number: PAYER-77 9PAYER',
      'Other parts of the name: M JR',
      'Patient account number: ACCOUNT-9',
      'Address: 1 ELM ST',
      'Address: SPRINGFIELD IL 62701',
      'Sex: female',
      'The payer corrected the person’s identity: child (compare name, date of birth and member ID with the card)',
      'Diagnoses: C50911',
    ])
  })
})
