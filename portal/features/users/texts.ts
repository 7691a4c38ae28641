// AccountName
export const nameDiffers = 'Account name differs: make sure this is the same person'

// ChangeRolesDialog
export const rolesChanged = (name: string) => `Roles of ${name} changed`
export const changeRolesOf = (name: string) => `Change roles of ${name}`
export const chooseRoles = 'Choose at least one role to add or remove.'
export const changeRoles = 'Change roles'
export const withoutRole = (name: string) =>
  ` Without a role, ${name} can’t see anything of this institution.`
export const needsSecondPerson = 'Needs a second person’s approval:'
export const takesEffect = (what: string) => `${what} immediately, in open sessions too.`

// DecisionDialogs
export const awaitsSecondPerson = (name: string) => `${name} needs a second person’s approval`
export const approved = (name: string) => `${name} approved`
export const approveTitle = (name: string) => `Approve ${name}?`
export const approveAndActivate = 'Approve and activate institution'
export const approve = 'Approve'
export const secondPersonHint = (where: string) =>
  `Roles that can view orders of ${where} take effect after a second person approves them. Other roles take effect immediately.`
export const approvalHint = (firstName: string, where: string) =>
  `${firstName} can work for ${where} immediately with the roles you choose, and gets an email.`
export const newInstitutionHint = (institution: string) =>
  `${institution} is a new institution. This approval activates it. Someone must manage its users: usually its first user.`
export const denied = (name: string) => `${name} denied`
export const denyTitle = (name: string) => `Deny ${name}?`
export const deny = 'Deny'
export const denialHint = (firstName: string, institution: string, email: string) =>
  `${firstName} gets no access to ${institution}. An email with the reason goes to ${email}. They may register again.`
export const denialReasonHint = 'They see the reason exactly as you write it.'

// EmptyUsers
export const inviteUser = 'Invite user'
export const noneFound = (q: string) => `No users found for “${q}”`
export const searchScope = (status: string) => `Searched only users with status “${status}”.`
export const searchHint = 'Search by name, email or NPI. You can invite people who are not listed yet.'
export const clearSearch = 'Clear search'
export const noneInStatus = (status: string) => `No users are “${status}”`
export const noneInStatusNow = (institution: string) => `No users of ${institution} have this status now.`
export const noUsersYet = 'No users yet'
export const noUsersHint = (institution: string) => `Users of ${institution} will appear here.`

// AccountDialog
export const loggedOut = (name: string) => `${name} logged out everywhere`
export const logOutTitle = (name: string) => `Log ${name} out everywhere?`
export const logOutEverywhere = 'Log out everywhere'
export const logOutHint = (firstName: string) =>
  `This ends all sessions on every device immediately. ${firstName} can log in again with the same roles. To prevent that, block them.`
export const reasonRecorded = 'Recorded in this user’s history.'
export const factorRemoved = (name: string) => `Second factor of ${name} removed`
export const removeFactorTitle = (name: string) => `Remove the second factor of ${name}?`
export const removeFactor = 'Remove second factor'
export const removeFactorHint = (firstName: string) =>
  `Only if ${firstName} has lost it, and you have verified over a channel you trust who is asking. All sessions end, and an email tells ${firstName}. Until a new second factor is set up, the password alone is enough to log in.`
export const verifiedHint = 'How did you verify who is asking? Recorded in this user’s history.'

// HandOverSelect
export const handOverTo = (work: string) => `Hand over ${work} to`
export const handOverHint = 'The new owner finishes and follows them.'
export const name = 'Name'
export const searching = 'Searching…'
export const noneToHandOverTo = 'No active user here who may prepare or submit orders.'

// InstitutionCard
export const institution = 'Institution'
export const institutionHint = 'Where the laboratory sends mail and kits, and whom it calls'
export const change = 'Change'
export const partOf = 'Part of'
export const addressOf = (type: string) => `${type} address`
export const noneYet = 'None yet'

// InvitationsCard
export const invitedBy = (name: string, day: string) => `Invited by ${name}, sent ${day} ·`
export const openInvitations = 'Open invitations'
export const noInvitations = 'No open invitations. Invitations that have not been accepted appear here.'
export const invitationSentAgain = (email: string) => `Invitation sent again to ${email}`
export const invitationWithdrawn = (email: string) => `Invitation to ${email} withdrawn`
export const expiredOn = (day: string) => `expired ${day}`
export const validUntil = (day: string) => `valid until ${day}`
export const sendAgainTo = (email: string) => `Send again to ${email}`
export const sendAgain = 'Send again'
export const withdrawInvitationTo = (email: string) => `Withdraw invitation to ${email}`
export const withdraw = 'Withdraw'
export const withdrawThisInvitation = 'Withdraw this invitation?'
export const withdrawInvitation = 'Withdraw invitation'
export const keepInvitation = 'Keep invitation'
export const withdrawHint = (email: string) =>
  `The link sent to ${email} will stop working. You can invite them again at any time.`

// InviteDialog
export const invitationSent = (email: string) => `Invitation sent to ${email}`
export const inviteAUser = 'Invite a user'
export const sendInvitation = 'Send invitation'
export const inviteHint = (institution: string, approval: string) =>
  `An email invites them to register with ${institution}. ${approval}`

// MoveDialog
export const movedTo = (name: string, institution: string) => `${name} moved to ${institution}`
export const moveTitle = (name: string) => `Move ${name} to another institution`
export const chooseWhoTakesOver = 'Choose who takes over.'
export const move = 'Move'
export const moveHint = (firstName: string, institution: string) =>
  `${firstName} keeps the same roles there and loses access to ${institution} immediately, in open sessions too.`
export const to = 'To'
export const chooseAnInstitution = 'Choose an institution.'

// ProposedCard
export const waitingForSecondApproval = 'Waiting for second approval'
export const effectOnceApproved = 'They take effect once approved.'
export const whoApproves =
  'They take effect once a super user of the institution or laboratory support approves them.'
export const approveRoles = 'Approve roles'
export const declineRoles = 'Decline roles'

// RegistryLine
export const registeredTo = (firstName: string, lastName: string) => `Registered to ${firstName} ${lastName}`
export const notInRegistry = 'This number is not in the NPI registry.'

// RolesField
export const roles = 'Roles'
export const needsApproval = (allows: string) =>
  `${allows} Takes effect after approval by a super user or laboratory support.`
export const superUserOnly = (allows: string) => `${allows} Only a super user can assign or remove it.`

// SecondPersonDialogs
export const rolesGiven = (by: string, firstName: string, institution: string) =>
  `${by} gave ${firstName} these roles at ${institution}:`
export const doesNotGet = (firstName: string) => `${firstName} will not get`
export const rolesApproved = (name: string) => `Roles of ${name} approved`
export const approveRolesTitle = (name: string) => `Approve roles of ${name}?`
export const approveOnlyIf = '. Approve only if you know that they work there.'
export const rolesDeclined = (name: string) => `Roles of ${name} declined`
export const declineRolesTitle = (name: string) => `Decline roles of ${name}?`
export const otherRolesStay = '. Other roles stay as they are.'
export const declineReasonHint = 'Administrators see the reason in the history.'

// StatusDialog
export const accessEnds = 'Access to this institution ends immediately, in open sessions too.'
export const parentRoleStays =
  'Roles given here end immediately. A role at the parent institution still counts here: to end that too, block the user instead.'
export const blockTitle = (name: string) => `Block ${name}?`
export const blockHint = (accessEnds: string, firstName: string, work: string) =>
  `${accessEnds} Roles${work} are kept until ${firstName} is reactivated.`
export const block = 'Block'
export const blocked = (name: string) => `${name} blocked`
export const endTitle = (name: string) => `End affiliation of ${name}?`
export const openWorkHint = 'Open drafts and orders need a new owner.'
export const noOpenWork = 'They have no open work here.'
export const endAffiliation = 'End affiliation'
export const ended = (name: string) => `Affiliation of ${name} ended`
export const reactivateTitle = (name: string) => `Reactivate ${name}?`
export const reactivateHint = (firstName: string) =>
  `${firstName} can work for this institution again immediately, with the roles shown on this page.`
export const reactivate = 'Reactivate'
export const reactivated = (name: string) => `${name} reactivated`

// UserCells
export const you = '(you)'
export const assignedOnApproval = 'Assigned on approval'
export const inheritedFrom = (institution: string) => `inherited from ${institution}`

// UserPage
export const nameOfYourself = (name: string) => `${name} (you)`
export const users = 'Users'
export const openWork = (work: string) => `${work} open`
export const accountHistory = 'Account history'
export const noChanges = 'No changes since this user joined.'

// UsersPage
export const active = 'Active'
export const waitingTab = 'Waiting'
export const blockedLabel = 'Blocked'
export const inactive = 'Inactive'
export const inTotal = 'in total'
export const searchUsers = 'Search users'
export const nameEmailOrNpi = 'Name, email or NPI'

// WaitingBanner
export const waitingForApproval = 'Waiting for approval'
export const awaitingApproval = (people: string) => `${people} awaiting approval.`
export const cannotSeeYet = 'They can’t see anything until approved.'
export const viewRequest = 'View request'
export const viewRequests = 'View requests'

// WaitingCard
export const waitingSince = 'Waiting since'
export const newInstitution = 'New institution, activated with this approval'
export const accountsName = 'Account’s name'
export const assignedRoles = 'Assigned roles'
export const proposedRoles = (roles: string, by: string) => `${roles}, by ${by}: need second approval`
export const providerType = 'Provider type'
export const actsFor = 'Acts for'
export const actsForProvider = (name: string, npi: string) => `${name}, NPI ${npi}`
export const whoMustApprove =
  'A super user of the institution or laboratory support must approve these roles.'
export const approveNamed = (name: string) => `Approve ${name}`
export const denyNamed = (name: string) => `Deny ${name}`

// WaitingPage
export const waitingHint =
  'At all institutions you manage, oldest first. Users get an email when you approve or deny them.'
export const searchRequests = 'Search requests'
export const waitingCount = (people: string) => `${people} waiting`
export const noRequestsFound = (q: string) => `No requests found for “${q}”`
export const maybeDecided = 'They may already have been approved or denied.'
export const noUsersAwaitingApproval = 'No users awaiting approval'
export const noneWaitingHint =
  'People who register with an institution you manage appear here until you decide.'
export const allUsers = 'All users'

// WhyCard
export const sinceDay = 'Since'
export const andAssignedBy = (name: string) => `, assigned by ${name}`
export const waitsForApproval = 'Can’t see anything yet: awaiting approval.'
export const accessBlocked = 'Can’t see anything: access is blocked.'
export const affiliationEnded = 'Can’t see anything: the affiliation has ended.'
export const parentRoleCounts =
  'Only a role at the parent institution counts here. Blocking the user ends that too.'
export const whyYou = 'Why can you see this?'
export const whyThisUser = 'Why can this user see this?'
export const noRole = 'No role: can log in, but can’t see anything of this institution.'
export const inheritedFromInstitution = (inheritedFrom: string) => `, inherited from ${inheritedFrom}`

// ContactCard
export const contact = 'Contact'

// InstitutionForm
export const addresses = 'Addresses'
export const saveAddresses = 'Save addresses'
export const phoneNumbers = 'Phone numbers'
export const savePhoneNumbers = 'Save phone numbers'
export const closeInstitution = 'Close'
export const institutionLeaveWarning = 'Your changes to the institution are not saved and will be lost.'

// ReasonField
export const reason = 'Reason'

// UserSkeleton
export const theUserIsLoading = 'The user is loading'

// UserTable
export const status = 'Status'
export const since = 'Since'
