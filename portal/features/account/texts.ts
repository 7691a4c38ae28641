// AnnualNotice
export const privacyReview = 'Once a year, please review how health information is used and protected here.'
export const askMeNextTime = 'Ask me next time'
export const privacyRead = 'I have read the privacy notice'

// AttestationScreen
export const certifyAuthority = 'I have the authority to activate accounts for my institution.'
export const certifyProviders = 'The email address and the NPI of each provider whom I activate are accurate.'
export const certifyQualified = 'Each provider whom I activate is permitted and qualified to order the tests.'
export const certifyEnding = 'I will end the access of anyone whose affiliation with my institution ends.'
export const userManagerTitle = 'You manage the users of your institution'
export const certifyFirst = 'Before you continue, please certify:'
export const certifyAll = 'I certify all of this'
export const failedToConfirm = 'Failed to confirm'
export const submit = 'Submit'

// OpenInvitations
export const invitationAccepted = 'Invitation accepted.'
export const invitedByInstitution = (institution: string) => `${institution} invited you`
export const invitedBy = (invitedBy: string, roles: string) =>
  `${invitedBy} invited you. Your roles there: ${roles}.`
export const acceptFrom = (institution: string) => `Accept invitation from ${institution}`
export const acceptInvitation = 'Accept invitation'

// StateScreens
export const thereWasAnError = 'There was an error'
export const tryAgain = 'Try again'
export const retrievingFailed =
  'There was an issue retrieving your information. Please try again and if you are receiving the same error message please contact the laboratory for assistance.'
export const waitingTitle = 'Thank you for signing up. Your account is waiting approval.'
export const confirmationTo = (email: string) =>
  `You will get a confirmation email once your account is approved. This takes 1-2 business days. We send it to ${email}.`
export const registrationSent = 'Registration sent'
export const approval = 'Approval'
export const approvalHint =
  'The laboratory or an administrator of your institution reviews your registration.'
export const yourDashboard = 'Your dashboard'
export const updatesAutomatically = 'This page updates automatically. You can leave it open.'
export const yourAccountIsBlocked = 'Your account is blocked'
export const blockedHint = 'An administrator has blocked your access to the portal.'
export const inactiveTitle = 'Your account is not active'
export const inactiveHint =
  'Your access to the portal has ended, for example because you left your institution.'
export const ordersKept = (why: string) => `${why} Your orders and reports are kept.`
export const stillWorkThere =
  'If you still work there, ask an administrator of your institution to reactivate your account, or contact the laboratory:'
export const yourInstitution = 'your institution'
export const noRoleTitle = 'Your account has no role yet'
export const noRoleHint = (institution: string) =>
  `Your role determines what you can see and order. Ask an administrator of ${institution} for a role. This page updates automatically when you have one.`
export const unknownAdministrator = 'If you don’t know who that is, contact the laboratory:'

// TermsStep
export const termsHint = 'Please accept these terms to use the portal. We will ask again only if they change.'
export const termsAccepted = 'I have read the ordering portal terms, and I accept them'
export const continueToTheDashboard = 'Continue to the dashboard'

// ConditionsCard
export const conditions = 'Conditions'
export const readTheFullTerms = 'Read the full terms'
export const conditionsMet = 'I meet the conditions that apply to me'

// InstitutionCard
export const yourInstitutionTitle = 'Your institution'
export const institutionHint = 'Where you work, and for whose patients you order.'
export const newAddedByYou = ' · new, added by you'
export const chooseAnother = 'Choose another'
export const findYourInstitution = 'Find your institution'
export const nameCityOrCode = 'Name, city or code'
export const notListed = 'My institution is not listed'
export const newInstitutionHint = 'The laboratory reviews a new institution together with your registration.'
export const searchAgain = 'Search again'
export const nameOfTheInstitution = 'Name of the institution'
export const addressOfTheInstitution = 'Address of the institution'
export const phoneOfTheInstitution = 'Phone of the institution'

// InvitationsCard
export const youHaveBeenInvited = 'You have been invited'
export const yourInvitations = 'Your invitations'
export const invitationHint = 'With an invitation, you need no further approval.'
export const registerWith = 'Register with'
export const invitationLine = (roles: string, from: string, until: string) =>
  `${roles} · from ${from} · valid until ${until}`
export const registerWithAnotherInstitution = 'Register with another institution'

// NpiCard
export const yourNpi = 'Your NPI'
export const providerTitle = 'The provider you act for'
export const nameOfTheProvider = 'Name of the provider'
export const firstAndLastName = 'First and last name'
export const npiOfTheProvider = 'NPI of the provider'
export const theProviders = 'the provider’s'
export const providerConsent = 'The provider has authorized me to act for them in this portal'

// NpiField
export const registeredTo = 'Registered to'
export const nameMatches = 'The name matches.'
export const tenDigits = 'Ten digits'
export const checkingTheNpiRegistry = 'Checking the NPI registry…'
export const registryUnavailable =
  'The NPI registry can’t be reached. You can continue: we will check the number when you send your registration.'
export const correctNumber = (given: string, possessive: string) =>
  `${given} Check the number. If it is correct, enter ${possessive} name as it appears in the NPI registry (current or former).`
export const useTheRegisteredName = 'Use the registered name'

// PersonCard
export const physicianHint = 'Orders under their own NPI.'
export const nonPhysicianHint =
  'Nurse practitioner, physician assistant or another provider with an NPI who may order tests.'
export const counselorHint = 'Counsels patients and has an NPI.'
export const staffHint = 'Designee or support staff without an NPI, acting for a provider.'
export const optional = 'optional'
export const aboutYou = 'About you'
export const firstName = 'First name'
export const lastName = 'Last name'
export const dr = 'Dr.'
export const accountNameDiffers = 'Account name differs'
export const accountNameHint = (firstName: string, lastName: string) =>
  `Your account is in the name of ${firstName} ${lastName}. The person who approves your registration sees both names.`
export const youAreA = 'You are a'
export const counselorCondition = (condition: string) =>
  `${condition} For these tests, choose the ordering provider whose name the order carries.`

// RegistrationForm
export const register = 'Register'
export const forEmail = (email: string) => `For ${email}.`
export const forEmailWithApproval = (email: string) =>
  `For ${email}. The laboratory or your institution approves it in 1-2 business days.`
export const registrationDenied = (institution: string, day: string) =>
  `Your registration with ${institution} was denied on ${day}`
export const youCanRegisterAgain = 'You can register again.'
export const contactDetails = 'Contact details'
export const yourPhoneNumbers = 'Your phone numbers'
export const stillHere = 'What you entered is still here.'
export const sendRegistration = 'Send registration'
