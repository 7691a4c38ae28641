// CallbackPage
export const signInFailed = 'We couldn’t sign you in'
export const logIn = 'Log in'
export const signInIncomplete = 'Sign-in was not completed. Please log in again.'
export const signInMessage = (words: string) => `Message from the sign-in service: ${words}`

// SessionEnded
export const yourSessionHasEnded = 'Your session has ended'
export const sessionEndedHint = 'Log in again to continue. You will return to this page.'

// public-pages
export const youAreLoggedOut = 'You are logged out'
export const login = 'LOGIN'
export const loggedOutHint = 'Log in to order tests and follow your orders.'
export const pleaseVerifyYourEmail = 'Please verify your email.'
export const verificationSent =
  'A verification email was sent to the address you signed up with. Open the link in it, then log out here and log in again.'
export const notVerifiedThere = (other: string) =>
  `Your organization’s sign-in at ${other} does not confirm that your email address is verified. Without that, you can’t register here. We don’t send a verification email.`
export const askForClaims =
  'Send this to your IT help desk: please add these claims to the access token for this portal:'
export const latterWithValue = ', the latter with the value'
export const thenLogIn = '. Then log out here and log in again.'
export const ifThisPersists = 'If this persists, contact laboratory support:'

// CatalogueFrame
export const testCatalog = 'Test catalog'

// Inactivity
export const youreInactive = "You're Inactive"
export const loggedOutIn = (secondsLeft: number) =>
  `You will be logged out in ${secondsLeft} seconds due to inactivity.`
export const secondsLeft = (seconds: number) => `${seconds} seconds left.`
export const continueWorking = 'Continue Working'

// LogButtons
export const logout = 'LOGOUT'

// SessionOver
export const inactiveHint = 'Your session has been logged out due to inactivity.'
export const loggedOutInOtherTab = 'You logged out in another tab or window.'
export const logInAgain = 'Log In'
