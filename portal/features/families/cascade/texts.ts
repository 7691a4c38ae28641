import { table } from '#domain/table.ts'

export const loading = 'The relatives are loading'
export const findingsOf = (family: string) =>
  `Whom the findings of ${family} concern, and what is done for them`
export const noFinding = 'No finding yet'
export const noFindingHint =
  'Record a variant that was found in this family. Then each relative is listed with their chance and what comes next.'
export const recordFinding = 'Record a finding'
export const foundIn = (name: string) => `Found in ${name}`
export const reported = (laboratory: string, on: string) =>
  laboratory === '' ? `Reported ${on}` : `${laboratory}, ${on}`
export const changeClass = 'Change the class'
export const newClass = 'Class'
export const classDay = 'Day of the new report'
export const classNote = 'Note'
export const classChanged = 'The class is recorded. Steps follow it.'
export const contradiction = 'The results do not fit together'
export const contradictionHint =
  'No chances can be computed. Check whose results were recorded, and call the laboratory.'
export const tooManyLoops = 'This family is related in too many ways to compute chances'
export const mothersLine = 'Inherited in the mother’s line'
export const mothersLineHint =
  'Everybody listed has the variant, in a share that nobody can foretell. Men do not pass it on. No numbers are given.'
export const newMutation = (name: string) => `The variant may be new in ${name}`
export const newMutationHint =
  'Both parents are without it by their results. A parent may still have it in some cells only.'
export const notForRelatives = 'Relatives are not tested for a variant of this class'
export const notForRelativesHint = 'All open steps are closed. They open again if the class changes.'
export const next = 'Next to test'
export const nextFrom =
  'Proposed by how much a test would tell the others, by Mendel’s rules from the recorded results alone.'
export const noNext = 'Nobody’s test would tell others more.'
export const coverage = 'How far'
export const ofAtRisk = (count: number, all: number) => `${count} of ${all}`
export const COVERAGE = {
  told: 'told',
  codeGiven: 'have a code',
  redeemed: 'redeemed it',
  tested: 'tested',
  positive: 'have the finding',
} as const
export const coverageNote = (all: number) =>
  all === 1 ? '1 relative can be reached now.' : `${all} relatives can be reached now.`
export const windowLeft = (test: string, days: number, on: string) =>
  days < 0
    ? `${test}: free until ${on}, over`
    : `${test}: free until ${on}, ${days === 1 ? '1 day' : `${days} days`} left`
export const places = (count: number) => (count === 1 ? 'for 1 more relative' : `for ${count} more relatives`)
export const firstDegree = 'first-degree relatives only'
export const received = 'the specimen must have arrived'
export const atPrice = (test: string) => `${test}: at its price`
export const relatives = 'Relatives'
export const noRelatives = 'Nobody in this family has a chance over 1 % to have it'
export const noRelativesHint = 'Add relatives to the family to see whom it concerns.'
export const oneIn = (chance: number) =>
  chance > 0.999
    ? 'certain'
    : chance < 0.01
      ? 'less than 1 %'
      : `${Math.round(chance * 100)} %, ${fraction(chance)}`
const fraction = (chance: number) => `about 1 in ${Math.max(1, Math.round(1 / chance))}`
export const chance = 'Chance'
export const noChance = 'no number'
const STATES = table({
  'not reached': 'Not reached',
  'not reachable': 'Lost contact',
  told: 'Told',
  'code given': 'Code given',
  'code redeemed': 'Code redeemed',
  sample: 'Sample taken',
  tested: 'Tested',
  positive: 'Has the finding',
  negative: 'Does not have it',
  declined: 'Declined',
  'not before 18': 'Not before 18',
  died: 'Died',
  'not born': 'Not born yet',
})
export const stateOf = (state: string) => STATES[state] ?? state
export const record = 'Record a step'
export const recordFor = (name: string) => `Record a step: ${name}`
export const letter = 'Letter and code'
export const letterAndCodeFor = (name: string) => `${letter}: ${name}`
export const letterFor = (name: string) => `Letter to ${name}`
export const consent = 'What may be seen'
export const visibleFor = (name: string) => `${consent}: ${name}`
export const consentFor = (name: string) => `What ${name} agreed to`
export const consentHint =
  'Without it, a test or result of this person is stored and seen by nobody, and changes no chance.'
export const AGREED = {
  nothing: 'Nothing of their test',
  redeemed: 'That they used the code',
  tested: 'That they were tested',
  result: 'Their result too',
} as const
export const agreedOn = (what: string, on: string) => `Agreed ${on}: ${what}`
export const notAsked = 'Not asked yet what may be seen of a test'
export const codeUntil = (on: string) => `Code valid until ${on}`
export const noLongerTold = (on: string) =>
  `Since ${on} this person agrees no longer that you learn of their test at another clinic.`
export const step = 'Step'
export const STEPS = {
  told: 'Told',
  sample: 'Sample taken',
  tested: 'Tested, without a result to tell',
  positive: 'Result: has the finding',
  negative: 'Result: does not have it',
  'result withdrawn': 'The recorded result was wrong',
  declined: 'Declined',
  'not reachable': 'Lost contact',
} as const
export const way = 'How'
export const WAYS = {
  'by the family': 'By the family',
  visit: 'At a visit',
  phone: 'By phone',
  letter: 'By letter',
  message: 'By message',
} as const
export const on = 'Day'
export const note = 'Note'
export const howAgreed = 'To whom, or how'
export const saved = 'Recorded'
export const save = 'Record'
export const cancel = 'Cancel'
export const steps = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
export const stepLine = (kind: string, on: string, by: string) => `${on}: ${kind}, ${by}`
export const changes = 'What opened and closed steps'
export const opened = (names: string) => `opened: ${names}`
export const closed = (names: string) => `closed: ${names}`

export const language = 'Language'
export const recipient = 'Name in the greeting'
export const recipientHint = 'It is printed and not kept.'
export const names = 'What the person with the finding agreed that this relative reads'
export const NAMES = {
  name: 'Their name',
  relation: 'What they are to the reader',
  illness: 'The illness',
} as const
export const namesHint = 'Without a tick, the letter names nobody.'
export const preview = 'Preview'
export const previewOf = 'Preview of the letter'
export const makeLetter = 'Make the letter and code'
export const makeLetterHint = 'An earlier code of this relative stops working. The code is seen only now.'
export const letterReady = 'The letter is ready'
export const print = 'Print'
export const done = 'Done'
export const codeIs = (code: string) => `Code: ${code}`

export const findingTitle = 'Record a finding'
export const findingRecorded = 'The finding is recorded. The family’s Cascade lists whom it concerns.'
export const variantIs = (words: string) => `Variant: ${words}`
export const member = 'Found in'
export const fromOrder = 'From a report'
export const typed = 'Typed'
export const source = 'Variant'
export const orderNumber = 'Order number'
export const lookUp = 'Show its variants'
export const noVariants = 'The reports of this order list no variant as data. Type it instead.'
export const gene = 'Gene'
export const transcript = 'Transcript'
export const cdna = 'Change (c. or m.)'
export const protein = 'Protein (p.)'
export const laboratory = 'Laboratory'
export const reportDay = 'Day of the report'
export const inheritance = 'Inheritance'
export const INHERITANCES = {
  'autosomal dominant': 'Autosomal dominant',
  'autosomal recessive': 'Autosomal recessive',
  'x-linked': 'X-linked',
  mitochondrial: 'Mitochondrial',
} as const
export const adultOnset = 'Begins in adulthood: children wait until they are 18'
export const condition = 'Illness'
export const agreement = 'The person agreed that it is used for the family'
export const agreementDay = 'Day'
export const choose = 'Choose'

export const codes = 'Codes of relatives'
export const codesHint = 'Somebody brings a letter about a variant in their family: enter its code.'
export const code = 'Code'
export const codeHint = '13 signs, as in the letter: 7ZQK-03MT-H8XA-5'
export const brought = 'The person before me brought this code, or their legal representative did'
export const tells = 'What does the person agree that their family’s clinic learns?'
export const redeem = 'Redeem the code'
export const redeemed = 'The code is redeemed'
export const redeemedCodes = 'Redeemed here'
export const noCodes = 'No code was redeemed here yet'
export const noCodesHint = 'What a code says stays here after it was redeemed.'
export const redeemedOn = (on: string) => `Redeemed ${on}`
export const familyLearns = (what: string) => `The family’s clinic learns: ${what.toLowerCase()}`
export const askForRole = 'Your role does not redeem codes. Ask your institution’s administrator.'
export const confirmBrought = 'Confirm that the person brought it.'
export const ending = 'Tests for this variant'
export const beginOrder = 'Begin order'
export const beginOrderFor = (variant: string) => `Begin order: ${variant}`
export const openOrder = (id: number) => `Open order ${id}`
export const test = 'Test'
export const changeTells = 'Change what the family’s clinic learns'
export const changeTellsOf = (variant: string) => `${changeTells}: ${variant}`
export const tellsHint =
  'It takes effect at once, and for what is known already. What the clinic has seen it may remember. If it learned something before, it reads that it learns nothing more.'
export const withdrawn = 'The laboratory’s report is not valid any more'
export const withdrawnHint = 'Order nothing for this variant. Call the laboratory.'
export const findingWithdrawnHint =
  'All open steps are closed until the laboratory reports the finding again. Tell those who know of it.'
