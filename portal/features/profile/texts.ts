// ContactCards
export const you = 'You'
export const asRegistered =
  'Your email is that of your account: change it there, and log in again. Name and NPI are as registered. To change them, write to'
export const savePrefixAndSuffix = 'Save prefix and suffix'
export const name = 'Name'
export const email = 'Email'
export const npi = 'NPI'
export const none = 'None'
export const providerType = 'Provider type'
export const prefix = 'Prefix'
export const dr = 'Dr'
export const suffix = 'Suffix'
export const phoneNumbers = 'Phone numbers'
export const phonesHint = 'The laboratory calls the first number and sends faxes to the number of type Fax.'
export const savePhoneNumbers = 'Save phone numbers'
export const addresses = 'Addresses'
export const addressesHint =
  'Where you receive mail and bills. An address of type All is used for everything.'
export const saveAddresses = 'Save addresses'

// FavoriteCards
export const mostFavorites = 'You can have up to 100 favorites.'
export const favoriteTests = 'Favorite tests'
export const favoriteTestsHint = 'Offered first when you choose a test for an order, in this order.'
export const saveFavoriteTests = 'Save favorite tests'
export const noFavoriteTests = 'No favorite tests yet. Add the tests you order often.'
export const addTest = 'Add a test'
export const testPlaceholder = 'Test name, code or gene'
export const noLongerOrdered = 'No longer available to order.'
export const favoriteIcd10Codes = 'Favorite ICD-10 codes'
export const favoriteCodesHint = 'Offered first when you enter the indications for an order.'
export const saveFavoriteCodes = 'Save favorite codes'
export const noFavoriteCodes = 'No favorite codes yet. Add the diagnoses you use often.'
export const addACode = 'Add a code'
export const codePlaceholder = 'Code or description: “seizure”, “G40.3”'

// FavoriteList
export const isNowNumber = (name: string, position: number) => `${name} is now number ${position}`
export const removed = (name: string) => `${name} removed`
export const moveUp = (name: string) => `Move ${name} up`
export const remove = (name: string) => `Remove ${name}`

// InstitutionsCard
export const institutions = 'Institutions'
export const laboratoryUser = 'You work for the laboratory and can see orders of every institution.'
export const institutionsHint = 'Where you work, and what your roles allow there.'
export const askToJoinAnother = 'Ask to join another institution'
export const requestedOn = (day: string) =>
  `Requested on ${day}. Waiting for an administrator there or the laboratory.`
export const blockedSince = (day: string) => `Blocked since ${day}. Ask an administrator there.`
export const endedOn = (day: string) => `Ended ${day}. To work there again, ask an administrator there.`
export const rolesSince = (roles: string, day: string) => `${roles}, since ${day}`

// JoinInstitution
export const nowMember = (institution: string) => `You are now a member of ${institution}.`
export const requestSent = (institution: string) =>
  `Request sent to ${institution}. You will get an email with the decision.`
export const institution = 'Institution'
export const nameCityOrCode = 'Name, city or code'
export const alreadyRequested = ' · already requested'
export const alreadyListed = ' · already in your list'
export const cancel = 'Cancel'
export const confirmJoin = (institution: string) => `Ask to join ${institution}?`
export const askToJoin = 'Ask to join'
export const goBack = 'Go back'
export const joinHint =
  'The person who decides sees your name, email and NPI. You can’t see anything of this institution until you are approved. Your work at other institutions is not affected.'

// ProfilePage
export const leaveWarning = 'Your changes to your profile are not saved and will be lost.'

// NotificationsCard
export const aReportIsReady = 'A report is ready'
export const aReportWasCorrected = 'A report was corrected'
export const sampleReceived = 'The laboratory received the sample'
export const actionNeeded =
  'The laboratory has a question or a note, declines or cancels an order, or needs a recollection'
export const emailNotifications = 'Email notifications'
export const emailHint = (email: string) =>
  `Sent to ${email}. Emails never name a patient or a test. They link to the order, where you log in.`
export const saveEmailSettings = 'Save email settings'
export const forWhichOrders = 'For which orders'
export const myOrders = 'My orders'
export const myOrdersHint =
  'Orders that you prepared or submitted, that name you as the ordering provider, or that were assigned to you.'
export const allOrders = 'All orders of my institutions'
export const allOrdersHint = 'Where your role includes viewing orders.'
export const notifyMeWhen = 'Notify me when'

// PrivacyCard
export const termsAndPrivacy = 'Terms and privacy'
export const termsInForce = (day: string, annualNotice: string) =>
  `You accepted the ordering portal terms effective ${day}, which are current. ${annualNotice}`
export const readTheTerms = 'Read the terms'
export const readThePrivacyNotice = 'Read the privacy notice'

// SecurityCard
export const securityTitle = 'Sign-in and security'
export const providerManages =
  'You sign in through your hospital’s identity provider. It manages your password, second factor and sessions. To change them, ask your hospital’s help desk.'
export const separatePage = 'Manage these on a separate page, where you confirm your identity:'
export const password = 'Password'
export const secondFactor = 'Two-step verification (authenticator app) and recovery codes'
export const passkeys = 'Passkeys'
export const sessions = 'Active sessions, and signing out elsewhere'
export const openSecurity = 'Open sign-in and security'

// FavoriteStar
export const favoriteNamed = (name: string) => `${name}: favorite`
export const removeFromMyFavorites = 'Remove from my favorites'
export const addToMyFavorites = 'Add to my favorites'

// LoadedCard
export const loading = (title: string) => `${title} are loading`

// ProfilePage
export const profile = 'Profile'
