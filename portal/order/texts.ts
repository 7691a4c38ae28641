// NoneBegun
export const noNewOrdersTitle = 'New orders can’t be placed in the portal'
export const noNewOrdersHint =
  'Send new orders to the laboratory the way you usually do. You can still complete drafts and follow existing orders here.'
export const viewOrders = 'View orders'

// BeginButton
export const notInPortal = 'New orders can’t be placed in the portal.'

// clinical-lines
export const born = (date: string) => `DOB ${date}`
export const priorTesting = 'Prior testing'
export const imaging = 'Imaging'
export const familyHistory = 'Family history'
export const ageAtDiagnosis = (ageAtDiagnosis: string) => `diagnosed at ${ageAtDiagnosis}`
export const familyTesting = 'Family testing request'
export const knownVariant = 'Known variant'
export const knownVariantNumber = (number: number) => `Known variant ${number}`
export const indications = 'Indications'
export const clinicalNotes = 'Clinical notes'

// people-lines
export const preferredContact = (preferredContact: string) => `preferred contact: ${preferredContact}`
export const patient = 'Patient'
export const dateOfBirth = 'DOB'
export const sex = 'Sex'
export const ethnicity = 'Ethnicity'
export const mrn = 'MRN'
export const contact = 'Contact'
export const address = 'Address'
export const mrnOf = (recordNumber: string) => `MRN ${recordNumber}`
export const billedSeparately = (payment: string) => `billed separately: ${payment}`
export const bloodHistory = 'Blood history'
export const counselor = (counselor: string) => `counselor ${counselor}`
export const sentFrom = (labFrom: string) => `sent from ${labFrom}`
export const additionalCulture = 'additional culture'
export const priorTestingHere = 'prior testing at this laboratory'
export const familyNumber = (bgFamilyNumber: string) => `family number ${bgFamilyNumber}`
export const specimen = 'Specimen'
export const specimenOf = (person: string) => `Specimen from ${person}`
export const isSpouse = 'patient’s relationship: spouse'
export const isChild = 'patient’s relationship: child'
export const isOtherDependent = 'patient’s relationship: other relative or dependent'
export const memberId = (memberId: string) => `member ID ${memberId}`
export const groupNumber = (groupNumber: string) => `group ${groupNumber}`
export const isPolicyholder = 'patient is the policyholder'
export const policyholder = (holder: string) => `policyholder ${holder}`
export const notBilled = 'no one is billed'

// ReferralsCard
export const orderingProvider = 'Ordering provider'
export const vaStation = 'VA station'
export const reportRecipients = 'Report recipients'
export const referral = 'Referral'
export const reportAlsoTo = (count: string) => `report recipients: ${count}`
export const notGiven = 'Not given'

// question-lines
export const questionAbout = (question: string, person: string) => `${question} (${person})`
// clinical-lines
export const phenotypeOf = (person: string) => `Phenotype of ${person}`
export const phenotypeSource = 'Phenotype terms'
