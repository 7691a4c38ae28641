import { auditExamples } from './examples/audit.ts'
import { catalogueExamples } from './examples/catalogue.ts'
import { counselingExamples } from './examples/counseling.ts'
import { coverageExamples } from './examples/coverage.ts'
import { documentsExamples } from './examples/documents.ts'
import { ehrExamples } from './examples/ehr.ts'
import type { Example, ExampleIds } from './examples/example.ts'
import { familiesExamples } from './examples/families.ts'
import { familyCascadeExamples } from './examples/family-cascade.ts'
import { figuresExamples } from './examples/figures.ts'
import { followUpExamples } from './examples/follow-up.ts'
import { followingExamples } from './examples/following.ts'
import { geneExamples } from './examples/genes.ts'
import { kitsExamples } from './examples/kits.ts'
import { laboratoryExamples } from './examples/laboratory.ts'
import { launchesExamples } from './examples/launches.ts'
import { manifestExamples } from './examples/manifest.ts'
import { orderFamilyExamples } from './examples/order-family.ts'
import { ordersExamples } from './examples/orders.ts'
import { phenotypeExamples } from './examples/phenotype.ts'
import { placesExamples } from './examples/places.ts'
import { reanalysisExamples } from './examples/reanalysis.ts'
import { reclassificationExamples } from './examples/reclassification.ts'
import { reportsExamples } from './examples/reports.ts'
import { resultsExamples } from './examples/results.ts'
import { retentionExamples } from './examples/retention.ts'
import { samplesExamples } from './examples/samples.ts'
import { treatmentsExamples } from './examples/treatments.ts'

const user = ({ hospital, user }: ExampleIds) => `/api/users/${hospital}/${user}`
const institution = ({ institution }: ExampleIds) => `/api/institutions/${institution}`
const physician =
  (rest: string) =>
  ({ ownId }: ExampleIds) =>
    `/api/physicians/${ownId}${rest}`

/** One request for each route of the contract, and who is admitted. */
export const EXAMPLES: Record<string, Example> = {
  ...auditExamples,
  ...catalogueExamples,
  ...counselingExamples,
  ...coverageExamples,
  ...documentsExamples,
  ...kitsExamples,
  ...familiesExamples,
  ...familyCascadeExamples,
  ...orderFamilyExamples,
  ...figuresExamples,
  ...followUpExamples,
  ...reclassificationExamples,
  ...followingExamples,
  ...geneExamples,
  ...ehrExamples,
  ...launchesExamples,
  ...laboratoryExamples,
  ...manifestExamples,
  ...ordersExamples,
  ...phenotypeExamples,
  ...placesExamples,
  ...reanalysisExamples,
  ...reportsExamples,
  ...retentionExamples,
  ...resultsExamples,
  ...samplesExamples,
  ...treatmentsExamples,
  'institutions.create': {
    needs: 'token',
    path: () => '/api/institutions',
    body: {
      institutionName: 'Ardenmoor Clinic',
      addresses: [
        { type: 'Primary', addressLine1: '1 Mill', city: 'Town', state: 'OH', postalCode: '43215' },
      ],
      phones: [{ type: 'Work', phoneNumber: '+16145550101' }],
    },
    answer: 201,
    unregistered: 201,
  },
  'institutions.get': {
    needs: ['ViewOrder', 'ViewUser', 'CreateUser'],
    path: institution,
    answer: 200,
    anywhere: true,
  },
  'institutions.allCodes': { needs: 'support', path: () => '/api/institutions/all-codes', answer: 200 },
  'institutions.changeAddresses': {
    needs: ['CreateUser'],
    path: (ids) => `${institution(ids)}/addresses`,
    body: [],
    answer: 204,
    anywhere: true,
  },
  'institutions.changePhones': {
    needs: ['CreateUser'],
    path: (ids) => `${institution(ids)}/phones`,
    body: [],
    answer: 204,
    anywhere: true,
  },
  // On behalf of another user: for every client that user does not exist.
  'institutions.addPhysician': {
    needs: 'active user',
    path: () => '/api/institutions/1/physicians',
    body: { institutionId: 1, physicianId: 999_999 },
    answer: 404,
  },
  'log.write': { needs: 'nobody', path: () => '/api/log/info', body: { message: 'Hello' }, answer: 204 },
  'log.policyViolation': {
    needs: 'nobody',
    path: () => '/api/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    body: { 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' } },
    answer: 204,
  },
  'physicians.current': { needs: 'token', path: () => '/api/physicians/current', answer: 200 },
  'physicians.registration': {
    needs: 'token',
    path: () => '/api/physicians/registration',
    answer: 200,
    unregistered: 200,
  },
  'physicians.register': {
    needs: 'token',
    path: () => '/api/physicians',
    body: {
      ...{ firstName: 'Test', lastName: 'Person', providerType: 'Staff', conditionsConfirmed: true },
      delegate: { providerName: 'Ada Okafor', providerNpi: '1234567893', agreed: true },
      phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }],
      institutionId: 999_999,
    },
    answer: 409,
    unregistered: 422,
  },
  // There is no such invitation.
  'physicians.acceptInvitation': {
    needs: 'token',
    path: () => '/api/physicians/invitations/999999/accept',
    answer: 404,
  },
  'physicians.lookupNpi': {
    needs: 'token',
    path: () => '/api/physicians/npiLookup/1234567893',
    answer: 200,
    unregistered: 200,
  },
  'physicians.attest': {
    needs: ['CreateUser'],
    path: () => '/api/physicians/attestate-me-as-user-manager',
    answer: 200,
    beforeGates: true,
  },
  'physicians.acceptTerms': {
    needs: 'active user',
    path: () => '/api/physicians/terms-consent',
    answer: 204,
    beforeGates: true,
  },
  'physicians.approveNotice': { needs: 'own', path: physician('/annual-notice-approval'), answer: 204 },
  'physicians.searchInstitutions': {
    needs: 'token',
    path: physician('/institutions/search'),
    answer: 200,
    unregistered: 200,
  },
  'physicians.institutions': { needs: 'own', path: physician('/institutions'), answer: 200 },
  'physicians.changeName': {
    needs: 'own',
    path: physician('/name'),
    body: { prefix: 'Dr', suffix: '' },
    answer: 204,
  },
  'physicians.changePhones': { needs: 'own', path: physician('/phones'), body: [], answer: 204 },
  'physicians.changeAddresses': { needs: 'own', path: physician('/addresses'), body: [], answer: 204 },
  'physicians.favoriteTests': { needs: 'own', path: physician('/favorites/tests'), answer: 200 },
  'physicians.changeFavoriteTests': {
    needs: 'own',
    path: physician('/favorites/tests'),
    body: [{ testCode: 'WES1' }],
    answer: 204,
  },
  'physicians.favoriteCodes': { needs: 'own', path: physician('/favorites/ICDCodes'), answer: 200 },
  'physicians.changeFavoriteCodes': {
    needs: 'own',
    path: physician('/favorites/ICDCodes'),
    body: [{ code: 'F84.0' }],
    answer: 204,
  },
  'physicians.notifications': { needs: 'own', path: physician('/notifications'), answer: 200 },
  'physicians.changeNotifications': {
    needs: 'own',
    path: physician('/notifications'),
    body: {
      ...{ whose: 'mine', reportReady: false, reportCorrected: false, sampleReceived: false },
      actionNeeded: false,
    },
    answer: 204,
  },
  'physicians.views': { needs: 'own', path: physician('/views'), answer: 200 },
  'physicians.saveView': {
    needs: 'own',
    path: physician('/views/Late%20ones'),
    body: { search: 'late=true', replace: true },
    answer: 200,
  },
  'physicians.renameView': {
    needs: 'own',
    path: physician('/views/late%20ones'),
    body: { name: 'Late ones' },
    answer: 200,
  },
  'physicians.removeView': { needs: 'own', path: physician('/views/none'), answer: 200 },
  'physicians.orderingProviders': {
    needs: ['CreateOrder', 'SubmitOrder'],
    path: ({ hospital }) => `/api/PhysiciansV2/ordering-providers?hospitalCode=${hospital}`,
    answer: 200,
    anywhere: true,
  },
  'physicians.additionalRecipients': {
    needs: ['CreateOrder', 'SubmitOrder'],
    path: () => '/api/physiciansV2/additionalRecipient/',
    answer: 200,
    anywhere: true,
  },
  'portal.configuration': { needs: 'nobody', path: () => '/api/configuration', answer: 200 },
  'portal.lookup': { needs: 'active user', path: () => '/api/lookups/states', answer: 200 },
  'portal.live': { needs: 'token', path: () => '/api/events', answer: 200, unregistered: 200 },
  'users.list': {
    needs: ['ViewUser', 'CreateUser'],
    path: ({ hospital }) => `/api/PhysiciansV2/?hospitalCode=${hospital}`,
    answer: 200,
    anywhere: true,
  },
  'users.get': { needs: ['ViewUser', 'CreateUser'], path: user, answer: 200 },
  'users.changeRoles': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/roles`,
    body: { roles: ['OrderSubmitter'] },
    answer: 200,
  },
  // The requests below change nothing, because the state is already as requested or the object does not
  // exist: admitted users get that reply.
  'users.changeStatus': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/status`,
    body: { status: 'Active', reason: 'None' },
    answer: 409,
  },
  'users.endSessions': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/end-sessions`,
    body: { reason: 'None' },
    answer: 200,
  },
  'users.forgetSecondFactor': {
    needs: ['CreateUser'],
    path: ({ hospital }) => `/api/users/${hospital}/999999999/forget-second-factor`,
    body: { reason: 'None' },
    answer: 404,
  },
  'users.move': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/move`,
    body: { to: 'NONE', reason: 'None' },
    answer: 422,
  },
  'users.waiting': { needs: ['CreateUser'], path: () => '/api/users/waiting', answer: 200, anywhere: true },
  'users.decide': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/decision`,
    body: { approve: false, reason: 'None' },
    answer: 409,
  },
  'users.approveRoles': {
    needs: ['CreateUser'],
    path: (ids) => `${user(ids)}/roles/decision`,
    body: { approve: true },
    answer: 409,
  },
  'users.invitations': {
    needs: ['CreateUser'],
    path: ({ hospital }) => `/api/users/${hospital}/invitations`,
    answer: 200,
  },
  'users.invite': {
    needs: ['CreateUser'],
    path: ({ hospital }) => `/api/users/${hospital}/invitations`,
    body: { email: 'nobody', roles: [] },
    answer: 422,
  },
  'users.resend': {
    needs: ['CreateUser'],
    path: ({ hospital }) => `/api/users/${hospital}/invitations/999999/resend`,
    answer: 404,
  },
  'users.withdraw': {
    needs: ['CreateUser'],
    path: ({ hospital }) => `/api/users/${hospital}/invitations/999999`,
    answer: 404,
  },
}
