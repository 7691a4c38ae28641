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
    born: 'Born',
    clinic: 'Clinic',
    insurance: 'Insurance',
    plan: 'Plan',
    asked: 'Insurance asked on',
    made: 'Estimate made on',
    counts: 'Good until',
  },
  amount: {
    one: 'You will probably pay',
    between: 'You will probably pay between',
    and: 'and',
    unknown: 'We cannot name an amount yet',
    uninsured: 'Price if you pay for it yourself',
    listPrice: 'Price without insurance',
  },
  because: {
    'no-tests': 'No test has been chosen.',
    rejected:
      'Your insurance did not answer our question about you. Often a name, a date of birth or a member ID is written differently there: please compare them with your insurance card, and tell your clinic what is different.',
    inactive:
      'Your insurance says that your plan is not active. If you have another plan, tell your clinic. Otherwise look at the price without insurance below.',
    'coverage-unknown':
      'Your insurance has not told us that your plan is active. Please call the number on your insurance card.',
    'no-contract':
      'We do not know yet whether the laboratory is in your plan’s network, nor which price your plan allows. Please ask before you decide.',
    'other-payer':
      'Your insurance says that another insurance pays first. Please tell your clinic about it: then we can ask that one.',
    missing: 'Your insurance did not tell us enough. What is missing is listed below.',
  },
  notABill: {
    insured:
      'This is an estimate, not a bill. The amount can change: your insurance decides once it has the bill from the laboratory, and other care that you have until then counts too.',
    uninsured: 'This is an estimate, not a bill. The price can change after the date above.',
  },
  how: {
    title: 'How we got to this amount',
    understood: 'How we understood your insurance',
    most: (amount) => `How it could be ${amount}`,
    least: (amount) => `How it could be only ${amount}`,
    together: 'You pay',
  },
  step: {
    deductible: ({ of }) => `From your deductible. Your plan’s price for this test is ${of}.`,
    copay: () => 'Your copayment',
    coinsurance: ({ of, rate }) => `Your share, ${rate} of ${of} (coinsurance)`,
    cap: () => 'Above your yearly maximum: your plan pays this',
    paid: ({ of }) => `Your plan pays all of its price of ${of}`,
    balance: ({ of }) => `The part of the laboratory’s price of ${of} that your plan does not accept`,
    'not-covered': () => 'Your plan does not cover this test: the laboratory’s full price',
    total: (figures) =>
      `Your insurance did not say how much of ${about(figures)} you have used. We counted as if you had used nothing yet.`,
    contradictory: (figures) =>
      `Your insurance gave more than one answer about ${about(figures)}. We counted the one that costs you most.`,
    'dearest-first': () => 'Your tests are counted as one bill, the most expensive test first.',
  },
  meaning: {
    deductible: 'Deductible: what you pay yourself each year before your plan begins to pay.',
    copay: 'Copayment: a fixed amount that you pay for a service.',
    coinsurance: 'Coinsurance: the part of the price that you pay once your deductible is used up.',
    cap: 'Yearly maximum (out-of-pocket maximum): the most that you pay in a year. Above it your plan pays all that it covers.',
  },
  missing: {
    title: 'What we do not know',
    lead: 'Call the number on your insurance card to find out.',
    of: {
      active: 'Whether your plan is active',
      allowed: 'Your plan’s price for the test',
      contract: 'Whether the laboratory is in your plan’s network, and your plan’s price for the test',
      limit: 'How much you pay above the amount up to which your plan pays for such tests',
      'payer-order': 'Which of your insurances pays first',
      coverage: 'Whether your plan covers the test',
      authorization: 'Whether your plan must approve the test first',
      deductible: 'How much of your deductible is left',
      coinsurance: 'Which share of the price you pay (coinsurance)',
      copay: 'Whether you pay a fixed amount (copayment)',
      'copay-amount': 'How much your copayment is',
      'out-of-pocket': 'How much you can still pay this year before your plan pays all',
    },
  },
  authorization: {
    title: 'Approval by your insurance',
    yes: 'Your insurance wants to approve this before the laboratory begins. Your clinic asks for that. Without the approval it may pay nothing.',
    no: 'Your insurance does not have to approve this first.',
    unknown: 'We do not know whether your insurance has to approve this first. Your clinic can ask.',
  },
  outOfNetwork: {
    title: 'The laboratory is not in your plan’s network',
    words:
      'That is why you may pay more than usual. Ask your insurance whether it makes an exception, and your clinic whether another laboratory can do the test.',
  },
  changes: {
    title: 'What could change this amount',
    of: {
      'in-network': () => 'In your plan’s network other prices count, and nothing is added to them.',
      'deductible-met': (amount) => `Once your deductible for the year is used up, you would pay ${amount}.`,
      'deductible-partly-met': () => 'If you have used a part of your deductible already, you pay less.',
      'maximum-reached': (amount) => `Once you have reached your yearly maximum, you would pay ${amount}.`,
      'authorization-refused': (amount) =>
        `If your insurance does not approve, it may pay nothing: you could owe up to ${amount}.`,
      'no-surprises': () =>
        'If your sample is taken at a hospital or surgery center in your plan’s network, the law (No Surprises Act) protects you: you pay no more than if the laboratory was in the network.',
      limited: () =>
        'Your insurance pays for such tests only up to a limit. If that is used up, you pay more.',
      'other-payer': () =>
        'You seem to have another insurance. It may pay a part: tell your clinic about it.',
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
    lead: 'If the people you live with have no more income in a year than this, you pay less. Ask the laboratory.',
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
    laboratory: (name, phone) => `About this estimate, or help with paying: ${name}, ${phone}.`,
    insurance: 'About your plan: the phone number on your insurance card.',
  },
}
