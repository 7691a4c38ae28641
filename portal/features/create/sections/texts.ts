// ClinicalSection
export const clinicalHint =
  'The laboratory uses this to interpret results. More detail makes a better report.'

// QuestionSection
export const questionsHint = 'What the laboratory asks for the tests of this order.'

// ConsentSection
export const consentsHintFamily =
  'Answers apply to everyone unless you change them for one person. They are pre-filled: check each answer, then confirm it for each person.'
export const consentsHint =
  'Record what was agreed to. The answers are pre-filled: check each one, then confirm them below.'
export const noConsentForVerification = 'No consent is needed to verify benefits.'
export const consentsAfterTest = 'Consent questions depend on the test. Choose a test first.'
export const noConsentQuestions = 'These tests have no consent questions.'
export const consentsOf = (person: string) => `Consents: ${person}`
export const everyone = 'Everyone'
export const everyoneInSentence = 'everyone'
export const sameAsEveryone = 'same as everyone'

// PatientSection
export const verificationPatientHint = 'The person whose benefits are verified.'
export const patientHint = 'The person the report is about.'
export const motherHint = 'The patient who is or was pregnant: her name goes on the tubes.'
export const familyHint = 'The person the report is about, and any relatives tested with them.'
export const whoIsTested = (who: string) => `Who is tested: ${who}`
export const livingPatient = 'the patient'
export const aFetus = 'a fetus'
export const aLoss = 'a pregnancy loss'
export const aDeceasedPerson = 'a person who has died'
export const someoneSigns = 'Someone else signs for the patient'
export const bloodOfPatient = 'The patient had a transfusion, a transplant or a blood cancer'
export const patientSigns = 'The patient signs'
export const pregnancy = 'Pregnancy'
export const pregnancyLoss = 'Pregnancy loss'
export const conceptionAndDetails = 'Conception and other details'
export const ageExample = '12+3'
export const ageToday = (age: string) => `${age} weeks today`
export const ageDiffers = (stated: string, computed: string) =>
  `You stated ${stated} weeks; by the due date it was ${computed}. The due date is sent.`
export const addFetus = 'Add fetus'
export const addLoss = 'Add pregnancy loss'
export const death = 'Death'
export const monthExample = '2024-05'
export const yearExample = '2024'
export const whoSigns = 'Who signs'
export const isMinor = 'A minor'
export const lacksCapacity = 'Lacks capacity'
export const mayStillSign = 'A minor who may sign'
export const kindOfRelation = 'Kind of relation'
export const relativeHasDied = 'This relative has died'
export const relativeIsAlive = 'This relative is alive'
export const someoneSignsForRelative = 'Someone else signs for this relative'
export const relativeSigns = 'This relative signs'
export const minorNeedsSigner = 'A minor: enter who signs'
export const geneticParents = 'Genetic parents'
export const parentageHint =
  'If the relationships don’t say it: adoption, an egg or sperm donor, a surrogate, parents who are related.'
export const relationExample = 'First cousins'
export const parentsAreRelated = 'The parents are related to each other'
export const contact = 'Contact'
export const address = 'Address'

// ProviderSection
export const verificationProviderHint = 'The provider requesting the verification.'
export const providerHint = 'The provider responsible for the order, and the report recipients.'
export const npi = (npi: string) => `NPI ${npi}`
export const change = 'Change'
export const providerPlaceholder = 'Name or NPI of a provider at your institution'
export const enterNameAndNpi = 'Enter name and NPI'
export const registeredNameHint = 'Enter the name registered with this NPI.'
export const searchProviders = 'Search your institution’s providers'

// Recipients
export const recipients = 'Recipients'
export const addColleague = 'Add a colleague'
export const colleaguePlaceholder = 'Name of a colleague at your institutions'
export const remove = (what: string) => `Remove ${what}`
export const addRecipient = 'Add recipient'

// UrgentContact
export const urgentResults = 'Priority and urgent results'
export const urgentHint =
  'How soon you need the result, and whom the laboratory calls. Left empty: routine, and it calls your institution’s number. A priority asks the laboratory to hurry; the time of the test stays as it is.'
export const priority = 'Priority'
export const routine = 'Routine'
export const priorityReason = 'Why it is needed sooner'
export const neededBy = 'Needed by'
export const priorityExplanation = 'Explanation'
export const urgentName = 'Person or desk to call'
export const urgentPhone = 'Phone for urgent results'

// ReviewSection
export const verificationReviewHint = 'What the payer will receive.'
export const reviewHint = 'What the laboratory will receive.'

// SpecimenSection
export const specimenAlreadyThere = 'The laboratory already has the patient’s specimen.'
export const specimensHint = 'What you will send, and when it was collected. You can add the date later.'

// TestsSection
export const testsHint = 'Search by name, code or gene. An order can have several tests.'
export const testsOfOrder = 'Tests in this order'

// VaStation
export const stationPlaceholder = 'Number, name or city'
export const loadingStations = 'Loading stations...'
export const stationHint = 'The VA station that authorizes the test.'
export const noMatchingStation = 'No matching station'

// FilesField
export const attach = 'Attach a file'
export const attachAnother = 'Attach another file'
export const attachFor = (button: string, what: string) => `${button}: ${what}`
export const removeFileNamed = (name: string) => `Remove ${name}`
export const fileNotSaved = 'The file was not uploaded, because the draft could not be saved. Try again.'
export const patientChanged = (name: string) =>
  `The order was changed to another patient while “${name}” was uploaded, so the file was not kept. If it is about this patient, attach it again.`
export const filesNotOffered =
  'Documents cannot be uploaded at this laboratory. Send the file with the specimen.'

// KnownVariantsPart
export const addKnownVariant = 'Add a known familial variant'

// FamilyHistory
export const familyMember = 'Family member'
export const eggDonor = 'Egg donor'
export const other = 'Other'
export const sideOfFamily = 'Side of the family'
export const diagnosesOf = (side: string) => `Diagnoses: ${side}`
export const relativeType = 'Type of relative'
export const maternalExamples = 'Aunt, grandmother'
export const paternalExamples = 'Uncle, cousin'
export const familyMemberExamples = 'Brother, daughter'
export const oneDiagnosis = '1 diagnosis'
export const diagnoses = (count: number) => `${count} diagnoses`
export const positiveHistory = 'positive'
export const negativeHistory = 'negative'

// FamilyTesting
export const test = 'Test'
export const chooseTestFirst = 'Choose a test above first'
export const relativeDateOfBirth = 'Relative’s date of birth'
export const relativeTestedAt = 'Laboratory that tested the relative'
export const relativeLabNumber = 'Relative’s lab number'
export const knownVariant = 'known variant'
export const completed = 'completed'

// ImagingRows
export const ultrasound = 'Ultrasound'
export const fetalEchocardiogram = 'Fetal echocardiogram'
export const oneImagingStudy = '1 study'
export const imagingStudies = (count: number) => `${count} studies`

// Indications
export const favorites = 'Favorites'
export const indicationPlaceholder = 'Code or words: “seizure”, “G40.3”'
export const addAsTyped = (words: string) => `Add “${words}” as typed`
export const indicationsOfOrder = 'Indications in this order'
export const icd10Code = 'ICD-10 code'
export const codesInsteadOf = (code: string) => `Codes to choose instead of ${code}`
export const description = 'Description'

// Notes
export const notesPlaceholder = 'Age at onset, findings, treatments tried'

// PriorTests
export const oneAbnormalResult = '1 abnormal result'
export const abnormalResults = (abnormal: number) => `${abnormal} abnormal results`
export const noPriorTesting = 'no prior testing'

// ConsentReviews
export const consentsReviewed = 'Consents reviewed'
export const consentsReviewedFor = (name: string) =>
  `I have reviewed the consents of ${name}: these are their answers`
export const attestedBySubmitter = 'Attested by the person who signs the order.'
export const recordSignature = 'Record who signed'
export const recordSignatureOf = (name: string) => `Record who signed for ${name}`

// ConsentRecordFields
export const signers = [
  { value: 'patient', label: 'The patient' },
  { value: 'parent', label: 'Parent' },
  { value: 'legal-guardian', label: 'Legal guardian' },
  { value: 'health-care-agent', label: 'Health care agent' },
  { value: 'executor', label: 'Executor' },
  { value: 'next-of-kin', label: 'Next of kin' },
]
export const consentMethods = [
  { value: 'paper', label: 'Paper' },
  { value: 'electronic', label: 'Electronic' },
  { value: 'verbal', label: 'Verbal, with a witness' },
]
export const assents = [
  { value: 'given', label: 'Given' },
  { value: 'refused', label: 'Refused' },
  { value: 'unable', label: 'Not possible (age or capacity)' },
]
export const evidenceExamples = 'Court order, health care proxy'
export const useNamedSigner = (signer: string) => `Use ${signer}, as named with the person`
export const removeRecord = 'Remove: attested when the order is signed'

// Question
export const answersDiffer = 'Answers differ: see each person below.'
export const yes = 'Yes'
export const no = 'No'
export const forTests = (tests: string) => `For ${tests}`
export const notOfferedForFetus = 'Not offered for a fetus or pregnancy loss'
export const consentText = 'Consent text'
export const consentVersion = (version: string) => `Version ${version}`

// CompanyField
export const payers = 'Payers'
export const alsoKnownAs = (alias: string) => `also known as ${alias}`
export const phoneOnly = 'eligibility by phone only'

// InsuranceCard
export const cardRemoved = (filename: string) => `${filename} will be removed from this order.`
export const insuranceCard = 'Insurance card'
export const uploading = (uploading: string) => `Uploading ${uploading}…`
export const uploadProgress = (uploading: string) => `Upload progress: ${uploading}`
export const uploadCard = 'Upload front and back of card'
export const uploadAnother = 'Upload another'
export const removeFileTitle = 'Remove this file?'
export const removeFile = 'Remove file'
export const keep = 'Keep'
export const kilobytes = (size: number) => `${size} kB`
export const megabytes = (size: string) => `${size} MB`

// PayerFields
export const insurance = 'Insurance'
export const holderHint = 'Self: the patient holds the policy. Child: a parent holds it.'

// RelativePayer
export const paymentOf = (person: string) => `Payment: ${person}`
export const billedWithOrder = 'Billed with the order'
export const hasOwnPayer = 'Billed separately'

// Addresses
export const moreAddresses = 'More addresses'
export const region = 'Region'
export const provinceOrTerritory = 'Province or territory'
export const noMatchingProvince = 'No matching province or territory'
export const noMatchingState = 'No matching state'
export const postalCode = 'Postal code'
export const samePatientAddress = 'Use the patient’s address'

// Contacts
export const personalOrWork = 'Personal or work'
export const phone = 'Phone'
export const email = 'Email'
export const moreContacts = 'More contacts'

// MoreAboutPerson
export const moreAboutPerson = 'Sex and gender, race, ancestry'
export const moreAboutRelative = 'Sex, race, ancestry'
export const moreAboutHint =
  'Optional. The laboratory uses it to choose references and to check the specimen; claims use the recorded sex above.'
export const ancestry = 'Ancestry'
export const ancestryHint =
  'For each biological side; for a donor’s side, choose “From a donor” and the donor’s ancestry. “Unknown” is an answer.'
export const oneAnswer = '1 answer'
export const answers = (count: number) => `${count} answers`

// SexAndGender
export const commentHint = 'Organs present, treatment, or what else the reference depends on.'
export const karyotypeExample = '46,XY'
export const karyotypeSourceExample = 'Microarray, 2019'
export const pronounsExample = 'she/her'
export const chooseAll = 'Choose all that apply'

// FindPartner
export const fromFamily = 'From the family'
export const addedFromFamily = (count: number) =>
  count === 1 ? '1 relative added from the family' : `${count} relatives added from the family`
export const findPartner = 'Find partner'
export const orderNumber = (orderId: number) => `order ${orderId}`
export const labNumber = (accessionNumber: string) => `lab number ${accessionNumber}`

// RelativeCard
export const contactAndAddress = 'Contact and address'
export const removeTitle = (what: string) => `Remove ${what}?`
export const removeFromOrder = 'Remove from order'
export const removePersonHint =
  'Everything entered for this person will be removed, including specimens and consents.'

// RelativeSummary
export const alsoForPerson = 'Also for this person'
export const specimen = 'Specimen'
export const noSpecimen = 'none'
export const consents = 'Consents'
export const yesToAll = 'yes to all'
export const yesToSome = (agreed: number, total: number) => `${agreed} of ${total} yes`
export const payer = 'Payer'
export const withOrder = 'billed with the order'
export const ownPayer = 'billed separately'
export const typeNotChosen = 'type not chosen'
export const typeAndCollected = (specimenType: string, date: string) => `${specimenType}, collected ${date}`

// Relatives
export const added = (what: string) => `${what} added`
export const removed = (what: string) => `${what} removed`
export const addRelative = 'Add relative'
export const relativesComplete = (relatives: string) =>
  `This test needs specimens from ${relatives}. All are in the order.`
export const relativesMissing = (relatives: string, count: number) =>
  `This test needs specimens from ${relatives}: ${count} missing.`
export const addMothersSpecimen = 'Add the mother’s specimen'
export const addParent = (parent: string) => `Add ${parent}`

// AtLaboratory
export const additionalTest = 'Additional test on a specimen the laboratory already has.'
export const reflexTest = 'Reflex test on a specimen the laboratory already has.'
export const reanalysis = 'Reanalysis of existing data. No specimen is needed.'
export const specimenAtLaboratory = 'Specimen at the laboratory'
export const labNumberAndKind = (labNumber: string, kind: string) => `Lab number ${labNumber}. ${kind}`

// KitRequests
export const kitsNotOffered = 'Kits cannot be ordered here. Remove them to submit the order.'
export const requestKits = 'Request kits'
export const oneKit = '1 kit'
export const kits = (count: number) => `${count} kits`

// SpecimenCard
export const freshTissue = 'Fresh Tissue'
export const specimenNumber = (number: number) => `Specimen ${number}`
export const removeSpecimen = (number: number) => `Remove specimen ${number}`
export const collectionDetails = 'More collection details'
export const someCompleted = (given: number, total: number) => `${given} of ${total} completed`
export const detailsCompleted = (given: number) => `${given} completed`
// AskedOfSpecimen
export const storeAt = (condition: string) => `keep ${condition}`
export const usableFor = (life: string) => `usable for ${life}`
export const clockHint = 'By your clock, such as 14:05'
// BloodHistory
export const bloodHistory = 'Transfusion, transplant, blood cancer'
export const bloodHistoryHint = 'They can bring another person’s DNA, or a cancer’s, into a specimen.'
export const noCommonSpecimen = 'No specimen type works for all of these tests. Order them separately.'

// SpecimensOf
export const specimenAdded = (number: number) => `Specimen ${number} added`
export const specimenRemoved = (number: number) => `Specimen ${number} removed`
export const specimensOf = (person: string) => `Specimens: ${person}`
export const noSpecimenOfPerson = 'No specimen.'
export const addSpecimen = 'Add specimen'
export const addAnotherSpecimen = 'Add another specimen'
export const addOfRole = (role: string) => `Add ${role}`
export const addPhenotype = 'Add phenotype terms'
