export const parts = 'Parts of the record'
export const person = 'Person'
export const family = 'Family'
export const health = 'Health'
export const tests = 'Tests'
export const proband = 'proband'
export const remove = 'Remove from the family'
export const firstName = 'First name'
export const lastName = 'Last name'
export const gender = 'Gender'
export const sexAtBirth = 'Sex assigned at birth'
export const born = 'Born'
export const yearMonthOrDay = '1990, 1990-05 or 1990-05-17'
export const life = 'Life'
export const age = 'Age'
export const ageAtDeath = 'Age at death'
export const unit = 'Unit'
export const about = 'The age is approximate'
export const diedOn = 'Died'
export const causeOfDeath = 'Cause of death'
export const isProband = 'Proband'
export const isConsultand = 'Consultand'
export const count = 'Number of people'
export const countHint = 'If the symbol stands for several people; n if unknown'
export const karyotype = 'Karyotype'
export const mayContact = 'May the clinic contact this person?'
export const notes = 'Notes'
export const elder = 'Move to the elder siblings'
export const younger = 'Move to the younger siblings'
export const pregnancy = 'Pregnancy'
export const weeks = 'Completed weeks'
export const dueDate = 'Due date'
export const wholeDayHint = '2027-05-17'
export const wasBorn = 'The child was born'
export const partialDate = 'Enter a year, a month (1990-05) or a day (1990-05-17).'
export const noSuchDay = 'This date does not exist.'
export const wholeDay = 'Enter a date as 2027-05-17.'
export const numberBetween = (least: number, most: number) => `Enter a number from ${least} to ${most}.`
export const childOf = (parents: string) => `Child of ${parents}`
export const unknownParents = 'Parents unknown'
export const adoptedOut = 'Adopted out of this family'
export const twins = 'Twins'
export const eggFrom = 'Egg from'
export const spermFrom = 'Sperm from'
export const carriedBy = 'Carried by'
export const asBorn = 'the parents'
export const addDonor = 'Add a donor or carrier'
export const donorAdded = 'Donor or carrier added'
export const partnerUnknown = 'Partner not recorded'
export const partnerIs = (name: string) => `With ${name}`
export const hasEnded = 'No longer together'
export const relatedAs = 'How they are related by blood, if the drawing does not show it'
export const noChildren = 'No children'
export const reason = 'Reason'
export const keyChanged = 'Key changed'
export const status = 'Status'
export const onset = 'Age at onset'
export const documented = 'Documented or examined'
export const inTheKey = 'In the key'
export const conditionName = 'Name of the condition'
export const code = 'ICD-10-CM, HPO or OMIM code'
export const fill = 'Fill'
export const part = 'Part of the symbol'
export const newCondition = 'Another condition'
export const addCondition = 'Add condition'
export const noTests = 'No test is recorded.'
export const result = 'Result'
export const testedOn = 'Date'
export const anotherTest = 'Another test'
export const testedFor = 'Tested for'
export const chooseResult = 'Choose'
export const addTest = 'Add test'
export const alsoTested = (what: string) => `Also tested for ${what}`
export const removeTest = (what: string) => `Remove the test for ${what}`

export const genders = [
  ['', 'Not known'],
  ['woman', 'Woman'],
  ['man', 'Man'],
  ['nonbinary', 'Non-binary'],
] as const
export const sexesAtBirth = [
  ['', 'Not recorded'],
  ['Female', 'Female'],
  ['Male', 'Male'],
  ['Unassigned', 'Unassigned'],
] as const
export const lives = [
  ['', 'Not known'],
  ['alive', 'Alive'],
  ['dead', 'Died'],
] as const
export const units = [
  ['years', 'years'],
  ['months', 'months'],
  ['weeks', 'weeks'],
] as const
export const contacts = [
  ['', 'Not asked'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
export const pregnancies = [
  ['ongoing', 'Ongoing'],
  ['stillbirth', 'Stillbirth'],
  ['miscarriage', 'Miscarriage'],
  ['termination', 'Termination'],
  ['ectopic', 'Ectopic'],
] as const
export const parentages = [
  ['birth', 'by birth'],
  ['adopted', 'adopted'],
  ['foster', 'foster child'],
  ['step', 'stepchild'],
] as const
export const twinKinds = [
  ['unknown', 'Kind not known'],
  ['identical', 'Identical'],
  ['fraternal', 'Fraternal'],
] as const
export const childlessKinds = [
  ['', 'Not recorded'],
  ['choice', 'By choice'],
  ['infertile', 'Infertile'],
  ['unknown', 'Reason unknown'],
] as const
export const statuses = [
  ['', 'Not recorded'],
  ['affected', 'Affected'],
  ['possible', 'Possibly affected'],
  ['unaffected', 'Not affected'],
] as const
export const fills = [
  ['solid', 'Solid'],
  ['hatched', 'Hatched'],
  ['dotted', 'Dotted'],
  ['barred', 'Barred'],
] as const
export const partsOfSymbol = [
  ['whole', 'Whole symbol'],
  ['0', '1st part'],
  ['1', '2nd part'],
  ['2', '3rd part'],
  ['3', '4th part'],
] as const
export const results = [
  ['positive', 'Found'],
  ['negative', 'Not found'],
  ['uninformative', 'Not informative'],
] as const
export const partnerInFamily = 'Partner of somebody in the drawing'
export const choosePartner = 'Choose'
