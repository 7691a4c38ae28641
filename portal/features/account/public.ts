/** The invitations that wait for the signed-in user to accept them. */
export { OpenInvitations } from './OpenInvitations.tsx'
