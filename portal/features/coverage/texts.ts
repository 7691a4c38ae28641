// Assistance
export const household = 'People in the household'
export const incomeUpTo = (income: string) => `Income of up to ${income} a year`
export const askTheLaboratory = 'Ask the laboratory'
export const atMostAmount = (amount: string) => `at most ${amount}`

// CoverageActions
export const estimatePdf = 'Estimate for the patient (PDF)'

// CoverageCard
export const payersAnswer = 'Payer’s answer'
export const coverage = 'Coverage'

// CoverageDialog
export const close = 'Close'
export const notKnown = 'Not known'
export const whatWouldChange = 'What would change the estimate'
export const financialAssistance = 'Financial assistance'
export const answerFrom = (payer: string) => `Answer from ${payer}`
export const testsAndPrices = 'Tests and prices'
export const estimateNotice =
  'This is an estimate, not a bill. It is based on what was known that day. The payer may decide differently.'
export const done = 'Done'

// PayerAnswer
export const unreadParts = 'Could not be read and is not included'

// PriceSummary
export const stillNeeded = 'Still needed'

// SavedEstimates
export const savedEstimates = 'Saved estimates'
export const validThrough = (made: string, madeBy: string, until: string) =>
  `${made} · ${madeBy} · valid through ${until}`
export const estimateFor = (patient: string) => `for ${patient}`
export const born = (date: string) => `DOB ${date}`
export const estimateOf = (made: string) => `the estimate of ${made}`
export const noAmount = 'No amount'
export const selfPayAmount = (amount: string) => `${amount} self-pay`

// Steps
export const total = 'Total'
export const atLeast = 'At least'
export const atMost = 'At most'

// Tests
export const coveredUnderTheContract = 'covered under the payer contract'
export const notCovered = 'not covered under the payer contract'
export const coverageUnknown = 'coverage unknown'
export const authorizationRequired = 'prior authorization required'
export const noAuthorizationRequired = 'no prior authorization required'
export const authorizationUnknown = 'prior authorization unknown'
export const listPrice = (amount: string) => `List price ${amount}`
export const selfPayPrice = (amount: string) => `self-pay ${amount}`
export const allowedAmount = (amount: string) => `plan’s allowed amount ${amount}`
export const plansAllowedAmountUnknown = 'plan’s allowed amount unknown'
export const cptCodes = (codes: string) => `CPT ${codes}`

// AuthorizationCard
export const priorAuthorization = 'Prior authorization'
export const letterOfMedicalNecessity = 'Letter of medical necessity'
export const letterOutdated =
  'The order changed after this letter was written. Check that the letter is still correct.'
export const downloadPacket = 'Download prior authorization packet'

// Leaving
export const leaveLetterTitle = 'Leave without saving the letter?'
export const leave = 'Leave without saving'
export const stayOnThisPage = 'Stay on this page'
export const leaveLetterWarning = 'Your changes to the letter are not saved and will be lost.'

// Letter
export const startNewLetter = 'Start a new letter from this one'
export const closeLetter = 'Close letter'
export const letterSaved = 'Letter saved.'
export const letterSigned = 'Letter signed.'
export const textOfTheLetter = 'Text of the letter'
export const letterHint = 'Date, letterhead and signature are added when you print it.'
export const replaceBrackets = 'Replace the text in square brackets'
export const newerLetter = 'There is a newer letter'
export const newerLetterBy = (editedBy: string) =>
  `${editedBy} saved the letter while you were editing. Copy what you need from your version, then load the newer one.`
export const loadNewerLetter = 'Load newer letter'
export const whoMaySign = 'Only users who may submit orders and have an NPI in their profile can sign.'
export const saveLetter = 'Save letter'
export const signLetter = 'Sign letter'
export const discardChanges = 'Discard changes'
export const signThisLetter = 'Sign this letter?'
export const signAs = (name: string, npi: string) =>
  `You sign as ${name}, NPI ${npi}, with today’s date. Your signature confirms that you have read the letter and that its statements about the patient are true.`
export const signedStays = 'A signed letter can’t be changed. To change something later, start a new letter.'

// RequestedDocuments
export const documentsUnknown = (payer: string) =>
  `We don’t know which documents ${payer} requires. Ask before you send the packet.`
export const documentsRequired = (payer: string) => `Documents ${payer} requires`
export const notSignedYet = 'Not signed yet'
export const documentMissing = (type: string) => `Missing: add it to the documents as “${type}”`
export const documentsHint =
  'Documents are matched by type only. Check that they contain what the payer requires.'
export const filesOfAnother = (files: readonly string[]) =>
  `Uploaded while this order was for another patient, and so not in the packet: ${files.join(', ')}. If a file is about this patient, upload it again.`

// EstimateChanges
export const changedSince = (day: string) => `Changed since ${day}`

// PdfMenu
export const inLanguage = (language: string) => `In ${language}`
