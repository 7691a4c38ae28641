import { dayInWords } from '#domain/dates/dates.ts'
import type { About, EstimateWords, StepFigures } from './estimate-words.ts'

const ABOUT = {
  deductible: 'your deductible',
  'out-of-pocket': 'your yearly maximum',
  copay: 'your copayment',
  coinsurance: 'your share of the cost',
  coverage: 'whether the test is covered',
  authorization: 'whether it must approve the test first',
} as const satisfies Record<About, string>

const about = ({ about: one }: StepFigures) => (one ? ABOUT[one] : '')

export const ESTIMATE_IN_ENGLISH: EstimateWords = {
  day: dayInWords,
  title: (tests) => `What your ${tests === 1 ? 'test' : 'tests'} will probably cost you`,
  severalTests: (tests) => `For ${tests} tests, listed below`,
  number: (id) => `Estimate ${id}`,
  page: (page, count) => `Page ${page} of ${count}`,
  fields: {
    patient: 'Patient',
    born: 'Date of birth',
    clinic: 'Clinic',
    insurance: 'Insurance',
    plan: 'Plan',
    asked: 'Insurance checked on',
    made: 'Estimate made on',
    counts: 'Valid through',
  },
  amount: {
    one: 'You will probably pay',
    between: 'You will probably pay between',
    and: 'and',
    unknown: 'We cannot give you an amount yet',
    uninsured: 'Price if you pay for the test yourself',
    listPrice: 'Price without insurance',
  },
  because: {
    'no-tests': 'No test has been chosen.',
    rejected:
      'Your insurance did not find you. Your name, date of birth or member ID may be different in their records: please compare them with your insurance card and tell your clinic about any difference.',
    inactive:
      'Your insurance says that your plan is not active. If you have another plan, tell your clinic. If not, see the price without insurance below.',
    'coverage-unknown':
      'Your insurance has not told us that your plan is active. Please call the number on your insurance card.',
    'no-contract':
      'We do not know yet whether the laboratory is in your plan’s network, or what price your plan allows. Please ask your insurance before you decide.',
    'other-payer':
      'Your insurance says that another insurance pays first. Please tell your clinic about it, so that we can check with that one.',
    missing: 'Your insurance did not tell us enough. What is missing is listed below.',
  },
  notABill: {
    insured:
      'This is an estimate, not a bill. The amount can change: your insurance decides when it gets the laboratory’s bill, and other care you receive before then counts too.',
    uninsured: 'This is an estimate, not a bill. The price can change after the date above.',
  },
  how: {
    title: 'How we calculated this amount',
    understood: 'What your insurance told us',
    most: (amount) => `How it could be ${amount}`,
    least: (amount) => `How it could be only ${amount}`,
    together: 'You pay',
  },
  step: {
    deductible: ({ of }) => `From your deductible. Your plan’s price for this test is ${of}.`,
    copay: () => 'Your copayment',
    coinsurance: ({ of, rate }) => `Your share, ${rate} of ${of} (coinsurance)`,
    cap: () => 'Above your yearly maximum: your plan pays this',
    paid: ({ of }) => `Your plan pays its full price of ${of}`,
    balance: ({ of }) => `The part of the laboratory’s price of ${of} that your plan does not accept`,
    'not-covered': () => 'Your plan does not cover this test: the laboratory’s full price',
    total: (figures) =>
      `Your insurance did not say how much of ${about(figures)} you have used. We assumed you have not used any of it.`,
    contradictory: (figures) =>
      `Your insurance gave more than one answer about ${about(figures)}. We used the one that costs you the most.`,
    'dearest-first': () => 'We treated your tests as one bill, with the most expensive test first.',
  },
  meaning: {
    deductible: 'Deductible: what you pay each year before your plan begins to pay.',
    copay: 'Copayment: a fixed amount you pay for a service.',
    coinsurance: 'Coinsurance: the percentage of the price you pay after you have met your deductible.',
    cap: 'Yearly maximum (out-of-pocket maximum): the most you pay in a year. After that, your plan pays everything that it covers.',
  },
  missing: {
    title: 'What we do not know',
    lead: 'Call the number on your insurance card to find out.',
    of: {
      active: 'Whether your plan is active',
      allowed: 'Your plan’s price for the test',
      contract: 'Whether the laboratory is in your plan’s network, and your plan’s price for the test',
      limit: 'How much you pay above your plan’s limit for such tests',
      'payer-order': 'Which of your insurances pays first',
      coverage: 'Whether your plan covers the test',
      authorization: 'Whether your plan must approve the test first',
      'authorization-again': 'Whether your plan must still approve the test first',
      deductible: 'How much of your deductible is left',
      coinsurance: 'What percentage of the price you pay (coinsurance)',
      copay: 'Whether you pay a fixed amount (copayment)',
      'copay-amount': 'How much your copayment is',
      'out-of-pocket': 'How much more you would pay this year before your plan pays everything',
    },
  },
  authorization: {
    title: 'Approval by your insurance',
    yes: 'Your insurance must approve the test before the laboratory begins. Your clinic will request approval. Without approval, your insurance may pay nothing.',
    no: 'Your insurance does not need to approve the test first.',
    unknown: 'We do not know whether your insurance must approve the test first. Your clinic can ask.',
  },
  outOfNetwork: {
    title: 'The laboratory is not in your plan’s network',
    words:
      'You may therefore pay more than usual. Ask your insurance whether it will make an exception, and ask your clinic whether another laboratory can do the test.',
  },
  changes: {
    title: 'What could change this amount',
    of: {
      'in-network': () => 'In your plan’s network, other prices apply and nothing is added to them.',
      'deductible-met': (amount) =>
        `After you have met your deductible for the year, you would pay ${amount}.`,
      'deductible-partly-met': () => 'If you have already paid part of your deductible, you pay less.',
      'maximum-reached': (amount) => `Once you have reached your yearly maximum, you would pay ${amount}.`,
      'authorization-refused': (amount) =>
        `If your insurance does not approve the test, it may pay nothing, and you could owe up to ${amount}.`,
      'no-surprises': () =>
        'If your sample is taken at a hospital or surgery center in your plan’s network, the law (No Surprises Act) protects you: you pay no more than if the laboratory were in the network.',
      limited: () =>
        'Your insurance pays for such tests only up to a limit. If you have reached the limit, you pay more.',
      'other-payer': () =>
        'You may have other insurance that pays part of the cost: tell your clinic about it.',
      'self-pay': (amount) => `If you do not use your insurance, the price is ${amount}.`,
    },
  },
  selfPay: {
    title: 'Paying without insurance',
    cheaper: (amount) =>
      `Without your insurance the price is ${amount}. That is less than your share with insurance, but it does not count toward your deductible or yearly maximum.`,
    same: (amount) => `Without your insurance the price is ${amount}: the same as with it.`,
    dearer: (amount) => `Without your insurance the price is ${amount}: more than with it.`,
    unknown: (amount) => `Without your insurance the price is ${amount}.`,
  },
  assistance: {
    title: 'Help with the cost',
    lead: 'If your household’s yearly income is no more than this, you pay less. Ask the laboratory.',
    people: ['1 person', '2 people', '3 people', '4 people'],
    most: 'You pay at most',
    contactWords: 'ask us',
  },
  codes: {
    insured: 'Codes (CPT) that your insurance may ask for:',
    uninsured: 'Tests, with their codes (CPT):',
  },
  questions: {
    title: 'Questions?',
    laboratory: (name, phone) => `About this estimate or help with the cost: ${name}, ${phone}.`,
    insurance: 'About your plan: call the number on your insurance card.',
  },
}
