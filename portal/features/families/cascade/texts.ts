import type { NewMutation } from '#domain/family/cascade/finding.ts'
import { table } from '#domain/table.ts'

export const loading = 'Loading the relatives'
export const findingsOf = (family: string) =>
  `Findings of ${family}: which relatives are at risk, and what was done`
export const noFinding = 'No finding yet'
export const noFindingHint =
  'Record a variant that was found in this family to list each relative with their chance and the next step.'
export const recordFinding = 'Record a finding'
export const foundIn = (name: string) => `Found in ${name}`
export const reported = (laboratory: string, on: string) =>
  laboratory === '' ? `Reported ${on}` : `${laboratory}, ${on}`
export const changeClass = 'Change the class'
export const newClass = 'Class'
export const classDay = 'Date of the new report'
export const classNote = 'Note'
export const classChanged = 'Class recorded. The relatives’ steps were updated.'
export const contradiction = 'The recorded results contradict each other'
export const contradictionHint =
  'No chances can be calculated. Check whose results were recorded, and call the laboratory.'
export const tooManyLoops = 'Too many couples in this family are related by blood to calculate chances'
export const copiesUnknown = 'Not recorded: whether this person has one copy or both'
export const copiesUnknownHint =
  'No chances can be calculated without it. Record it under “Change the class”, as the report has it.'
export const mothersLine = 'Inherited through the mother’s line'
export const mothersLineHint =
  'Everyone listed is expected to carry the variant. The proportion of affected mitochondria (heteroplasmy) varies and cannot be predicted. Men do not pass it on.'
export const newMutation = (kind: NewMutation, name: string) =>
  kind === 'both copies'
    ? `The parents’ results do not explain both copies in ${name}`
    : kind === 'elsewhere'
      ? 'The recorded results fit only if the variant is new (de novo) in a relative'
      : `The variant may be new (de novo) in ${name}`
export const NEW_MUTATION_HINTS: Record<NewMutation, string> = {
  'both parents':
    'Both parents tested negative. A parent may still have it in some cells only (mosaicism), so brothers and sisters keep a small chance.',
  mother:
    'The mother tested negative. She may still have it in some of her cells (mosaicism), so brothers and sisters keep a small chance.',
  'both copies': 'Ask the laboratory about a deletion, uniparental disomy, or a mix-up before counseling.',
  elsewhere: 'Check whose results were recorded before counseling.',
}
export const notForRelatives = 'Relatives are not tested for a variant of this class'
export const notForRelativesHint = 'All open steps are closed. They open again if the class changes.'
export const next = 'Next to test'
export const nextFrom =
  'Ranked by how much a test would tell about other relatives, by Mendel’s rules from the recorded results alone.'
export const noNext =
  'No single test would add information about other relatives. Relatives at risk should still be offered their own test.'
export const coverage = 'Progress'
export const ofAtRisk = (count: number, all: number) => `${count} of ${all}`
export const COVERAGE = {
  told: 'told',
  codeGiven: 'have a code',
  redeemed: 'redeemed it',
  tested: 'tested',
  positive: 'have the finding',
} as const
export const coverageNote = (all: number, isAdultOnset: boolean) => {
  const who = `living ${isAdultOnset ? 'adult ' : ''}${all === 1 ? 'relative' : 'relatives'}`
  return `${all} ${who}${isAdultOnset ? '' : ', children included,'} ${all === 1 ? 'is' : 'are'} at risk`
}
export const windowLeft = (test: string, days: number, on: string) =>
  days < 0
    ? `${test}: free until ${on}, over`
    : `${test}: free until ${on}, ${days === 1 ? '1 day' : `${days} days`} left`
export const places = (count: number) => (count === 1 ? 'for 1 more relative' : `for ${count} more relatives`)
export const firstDegree = 'first-degree relatives only'
export const received = 'the specimen must have arrived'
export const atPrice = (test: string) => `${test}: at its price`
export const relatives = 'Relatives'
export const noRelatives = 'No recorded relative has more than a 1 % chance.'
export const noRelativesHint = 'Add relatives to the family to see who is at risk.'
/** By Mendel’s rules alone: a variant that is new has no parent who has it. */
const isExpected = (chance: number, isCertain: boolean) => chance > 0.999 && !isCertain
export const oneIn = (chance: number, isCertain: boolean) =>
  chance > 0.999
    ? isCertain
      ? 'certain'
      : 'expected, unless the variant is new (de novo)'
    : chance < 0.01
      ? 'less than 1 %'
      : `${Math.round(chance * 100)} %, about ${fraction(chance)}`
/** Within a hundredth of the chance and of its opposite, in the smallest numbers: `3 in 4`. */
function fraction(chance: number): string {
  const nearest = (of: number) => Math.min(of - 1, Math.max(1, Math.round(chance * of)))
  const isNear = (of: number) =>
    Math.abs(nearest(of) / of - chance) <= Math.min(chance, 1 - chance) / 100 + Number.EPSILON
  let of = 2
  while (of < 100 && !isNear(of)) of += 1
  return `${nearest(of)} in ${of}`
}
/** Of a recessive finding one copy makes a carrier, and both make ill. */
export const ofCopies = ({ one, all }: { one: number; all: number }, isCertain: boolean) =>
  `at least one copy: ${oneIn(one, isCertain)}; both copies: ${oneIn(all, isCertain)}`
/** Below a symbol of the drawing. */
export const inPercent = (chance: number, isCertain: boolean) =>
  isExpected(chance, isCertain)
    ? 'expected'
    : chance > 0 && chance < 0.01
      ? '< 1 %'
      : `${Math.round(chance * 100)} %`
export const aCopy = (chance: number, isCertain: boolean) => `a copy ${inPercent(chance, isCertain)}`
export const bothCopies = (chance: number, isCertain: boolean) => `both ${inPercent(chance, isCertain)}`
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
/** In the width of a person of the drawing. */
const BRIEF = table({ positive: 'Positive', negative: 'Negative' })
export const brieflyOf = (state: string) => BRIEF[state] ?? stateOf(state)
export const record = 'Record a step'
export const recordFor = (name: string) => `Record a step: ${name}`
export const letter = 'Letter and code'
export const letterAndCodeFor = (name: string) => `${letter}: ${name}`
export const letterFor = (name: string) => `Letter to ${name}`
export const consent = 'Consent to share'
export const visibleFor = (name: string) => `${consent}: ${name}`
export const consentFor = (name: string) => `What ${name} agreed to`
export const consentHint =
  'Without it, this person’s test and result are stored but shown to nobody, and change no chance.'
export const AGREED = {
  nothing: 'Nothing about their test',
  redeemed: 'That they used the code',
  tested: 'That they were tested',
  result: 'Their result too',
} as const
export const agreedOn = (what: string, on: string) => `Agreed ${on}: ${what}`
export const notAsked = 'Not asked yet what may be shared about a test'
export const codeUntil = (on: string) => `Code valid until ${on}`
export const noLongerTold = (on: string) =>
  `Since ${on} this person no longer agrees to share their test at another clinic with you.`
export const step = 'Step'
export const STEPS = {
  told: 'Told',
  sample: 'Sample taken',
  tested: 'Tested, result not known',
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
export const on = 'Date'
export const note = 'Note'
export const howAgreed = 'How they agreed, and to whom'
export const saved = 'Recorded'
export const save = 'Record'
export const cancel = 'Cancel'
export const steps = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
export const stepLine = (kind: string, on: string, by: string) => `${on}: ${kind}, ${by}`
export const changes = 'Why steps were opened or closed'
export const opened = (names: string) => `opened: ${names}`
export const closed = (names: string) => `closed: ${names}`

export const language = 'Language'
export const recipient = 'Name in the greeting'
export const recipientHint = 'It is printed, not stored.'
export const names = 'What the person with the finding allows this relative to read'
export const NAMES = {
  name: 'Their name',
  relation: 'How they are related to the reader',
  illness: 'Their condition',
} as const
export const namesHint = 'If nothing is ticked, the letter names nobody.'
export const preview = 'Preview'
export const previewOf = 'Preview of the letter'
export const makeLetter = 'Create letter and code'
export const makeLetterHint = 'This relative’s earlier code stops working. The new code is shown only once.'
export const letterReady = 'The letter is ready'
export const print = 'Print'
export const done = 'Done'
export const codeIs = (code: string) => `Code: ${code}`

export const findingTitle = 'Record a finding'
export const findingRecorded = 'Finding recorded. The family’s Cascade tab lists the relatives at risk.'
export const variantIs = (words: string) => `Variant: ${words}`
export const member = 'Found in'
export const fromOrder = 'From a report'
export const typed = 'Entered by hand'
export const source = 'Variant'
export const orderNumber = 'Order number'
export const lookUp = 'Show its variants'
export const noVariants = 'The reports of this order list no variant as data. Enter it by hand.'
export const gene = 'Gene'
export const transcript = 'Transcript'
export const cdna = 'Change (c. or m.)'
export const protein = 'Protein (p.)'
export const laboratory = 'Laboratory'
export const reportDay = 'Date of the report'
export const inheritance = 'Inheritance'
export const INHERITANCES = {
  'autosomal dominant': 'Autosomal dominant',
  'autosomal recessive': 'Autosomal recessive',
  'x-linked': 'X-linked',
  mitochondrial: 'Mitochondrial',
} as const
export const copies = 'Copies in this person'
export const oneCopy = 'One copy'
export const twoCopies = 'Both copies'
export const asReported = 'As in the report'
export const notKnown = 'Not known'
export const adultOnset =
  'Do not test children before 18 (adult-onset condition, or carrier status only). Untick if the condition begins in childhood.'
export const condition = 'Condition'
export const agreement = 'The person agreed that it may be used for the family'
export const agreementDay = 'Date'
export const choose = 'Choose'

export const codes = 'Relatives’ codes'
export const noOrderFromCode = 'No order can be begun from a code here'
export const noOrderFromCodeHint =
  'New orders can’t be placed in the portal. A redeemed code still says what was found in the family, and cannot be used at another clinic then.'
export const codesHint = 'If somebody brings a letter about a variant in their family, enter its code here.'
export const code = 'Code'
export const codeHint = '13 letters and digits, as in the letter: 7ZQK-03MT-H8XA-5'
export const brought = 'The person in front of me, or their legal representative, brought this code'
export const tells = 'What does the person agree to share with their family’s clinic?'
export const redeem = 'Redeem the code'
export const redeemed = 'Code redeemed'
export const redeemedCodes = 'Redeemed here'
export const noCodes = 'No code has been redeemed here yet'
export const showAllCodes = (count: number) => `Show all ${count} codes`
export const noCodesHint = 'What a code says stays here after it is redeemed.'
export const redeemedOn = (on: string) => `Redeemed ${on}`
export const familyLearns = (what: string) => `The family’s clinic learns: ${what.toLowerCase()}`
export const askForRole = 'Your role can’t redeem codes. Ask your institution’s administrator.'
export const confirmBrought = 'Confirm that the person brought it.'
export const ending = 'Tests for this variant'
export const beginOrder = 'Start order'
export const beginOrderFor = (variant: string) => `Start order: ${variant}`
export const openOrder = (id: number) => `Open order ${id}`
export const test = 'Test'
export const changeTells = 'Change what the family’s clinic learns'
export const changeTellsOf = (variant: string) => `${changeTells}: ${variant}`
export const tellsHint =
  'This takes effect at once, also for what is already known. The clinic may remember what it has seen. If it had learned something, it is told that it will learn nothing more.'
export const withdrawn = 'The laboratory no longer reports this finding'
export const questioned = 'The laboratory is checking whether its report is valid'
export const questionedHint = 'Do not act on this variant until the laboratory has decided.'
export const noLongerValid = 'This finding is no longer valid'
export const noLongerValidHint =
  'Do not order for this variant. Call the laboratory or the clinic that wrote the letter.'
export const findingWithdrawnHint =
  'All open steps are closed until the laboratory reports the finding again. Tell everybody who knows about it.'
