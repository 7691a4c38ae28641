// CheckProgress
export const checking = (done: string, rows: string) =>
  `Comparing with earlier orders and the NPI registry: ${done} of ${rows}. You can fix rows meanwhile.`
export const checkStopped = (rows: string) => `The check was stopped: ${rows} not checked yet.`
export const checkFailed = (reason: string, rows: string) =>
  `The check failed: ${reason} ${rows} not checked yet.`
export const stopCheck = 'Stop check'
export const continueCheck = 'Continue check'
export const rowsChecked = 'Rows checked'

// ColumnGuide
export const referenceHint =
  'Your own ID for the row. If you upload the row again, we recognize it even if other cells changed. An order that was submitted stays as it is: we tell you what differs.'
export const overrideHint = 'Why you override a warning.'
export const dateFormats = 'A date: 2019-03-14, 3/14/2019 or 14 Mar 2019'
export const geneFormat = 'Gene symbols, separated by commas or spaces'
export const yesOrNo = 'Yes or No'
export const severalOf = (values: string) => `One or more, separated by “;”: ${values}`
export const oneOf = (values: string) => `One of: ${values}`
export const acceptedValuesByColumn = 'Accepted values by column'
export const column = 'Column'
export const acceptedValues = 'Accepted values'
export const example = 'Example'
export const required = 'required'
export const relativesHint =
  'The columns “Relative 1: …” and “Relative 2: …” take the same values for relatives, with their relationship to the patient. Leave them empty if there are none.'

// ErrorsList
export const errors = 'Errors'
export const noErrors = 'No errors.'
export const rowAndColumn = (row: number, column: string) => `Row ${row}${column}`
export const warningHint = ' (a warning: fix it, or enter a “Reason to go ahead”)'

// FileDrop
export const dropFile = 'Drop the CSV file here, or'
export const chooseFile = 'Choose file'
export const manifestFile = 'Manifest file'
export const readingFile = (filename: string) => `Reading ${filename}`
export const checkingRow = (read: string, total: string) => `Checking row ${read} of ${total}`
export const cancel = 'Cancel'

// GoAhead
export const signingEachAs = 'Signing each as'
export const noRowsAreReady = 'No rows are ready'
export const saveAs = (count: string, drafts: string) => `Save ${count} as ${drafts}`
export const submitReady = (count: string, are: string) => `Submit the ${count} that ${are} ready`
export const submitDrafts = (drafts: string) => `Submit ${drafts}`
export const submitTitle = (orders: string) => `Submit ${orders}?`
export const saveTitle = (drafts: string) => `Save ${drafts}?`
export const signAndSubmit = (orders: string) => `Sign and submit ${orders}`
export const saveDrafts = (drafts: string) => `Save ${drafts}`
export const notYet = 'Cancel'
export const ordersGo = (orders: string, test: string, go: string) =>
  `${orders} of ${test} ${go} to the laboratory. None is sent twice.`
export const draftsStay = (drafts: string, test: string) =>
  `${drafts} of ${test}, to be submitted later from Pending Submission.`
export const draftsGo = (drafts: string, test: string, go: string) =>
  `${drafts} of an earlier upload of ${test} ${go} to the laboratory. None is sent twice.`
export const rowsStay = (rows: string, stay: string) => ` ${rows} to fix ${stay} here.`

// Leaving
export const leaveThisManifest = 'Leave this manifest?'
export const leave = 'Leave'
export const stayOnThisPage = 'Stay on this page'
export const leaveWarning = (rows: string, have: string) =>
  `${rows} ${have} no order yet. This browser tab keeps the sheet for 12 hours or until you log out.`

// MakingProgress
export const savedAsDrafts = 'saved as drafts'
export const progress = (action: string, done: string, orders: string) => `${action}: ${done} of ${orders}`
export const stop = 'Stop'
export const ordersMade = 'Orders created'
export const stopped = 'Stopped.'
export const notOrdered = (rows: string, are: string) =>
  ` ${rows} could not be ordered and ${are} left to fix.`
export const notSentAgain = 'Orders already sent are not sent again. '
export const viewOrders = 'View orders'
export const viewDrafts = 'View drafts'
export const close = 'Close'
export const continueRun = 'Continue'

// ManifestPage
export const uploadAManifest = 'Upload a manifest'
export const noCreateInRole = 'Your role doesn’t include creating orders'
export const noManifests = (institution: string) => `${institution} can’t upload manifests`
export const askForCreateOrder = (institution: string) =>
  `Ask an administrator of ${institution} for the Create Order permission.`
export const manifestsAtOther = (manifestInstitution: string) =>
  `Manifests are available for ${manifestInstitution}. Here, create orders one at a time.`
export const manifestsAtOtherUnnamed =
  'Manifests are available for another institution. Here, create orders one at a time.'
export const switchTo = (institution: string) => `Switch to ${institution}`

// RepairCards
export const noRowsToFix = 'No rows to fix'
export const rowsReadyHint = 'The rows that are ready can be ordered.'
export const rowsToFix = 'Rows to fix'
export const showMoreOf = (count: string) => `Show more of ${count}`

// SheetActions
export const chooseAnotherFile = 'Choose another file'
export const closeThisFile = 'Close this file?'
export const closeFile = 'Close file'
export const closeFileWarning = (rows: string, have: string) =>
  `${rows} ${have} no order yet. Your corrections will be lost. To continue later, download the annotated file first.`
export const downloadAnnotatedFile = 'Download annotated file'

// SheetGrid
export const rowsOfTheManifest = 'Rows of the manifest'
export const rowAndPatient = 'Row and patient'
export const outcome = 'Outcome'
export const noneToFix = 'No rows to fix.'

// SheetStep
export const copiesTo = (recipient: string) => ` · copies of every report to ${recipient}`
export const ignoredColumns = (columns: string, them: string, names: string) =>
  `${columns} not in the template. Values in ${them} are ignored: ${names}.`
export const onlyRowsToFix = 'Only rows to fix'
export const allColumns = 'All columns'
export const undo = 'Undo'

// StartStep
export const uploadHint = (most: string) =>
  `A CSV file with one row per patient, all for one test. Up to ${most} rows. You review every row before anything is ordered.`
export const n1TheTest = '1. The test'
export const testHint = 'Every row of the file becomes an order for this test.'
export const chooseAnotherTest = 'Choose another test'
export const templateTitle = '2. Fill in the template'
export const templateHint = 'Keep the headings in the first row. You may leave columns you don’t need empty.'
export const downloadTemplate = 'Download template'
export const n3TheFile = '3. The file'
export const fileHint =
  'Your browser reads and checks the file first. You review every row before anything is ordered.'
export const copyEveryReportTo = 'Copy every report to'
export const copyHint =
  'Optional: a person who gets a copy of every report. Their name, and an email address or fax number.'
export const copyPlaceholder = 'Dr. Quill, quill@clinic.test'
export const csvHint = 'CSV with commas, semicolons or tabs. Formulas are read as text.'

// GridRow
export const cellLabel = (heading: string, row: number) => `${heading}, row ${row}`
export const warning = 'Warning'
export const error = 'Error'

// TestPicker
export const test = 'Test'
export const testPlaceholder = 'Test name, code or gene: “exome”, “1600”, “SCN1A”'
export const favorites = 'Favorites'

// crumbs
export const orders = 'Orders'
