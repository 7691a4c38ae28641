import type { FastifyBaseLogger } from 'fastify'
import type { FileStore } from '#adapters/files/port.ts'
import type { Claims } from '#adapters/identity/port.ts'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import type { VirusCheck } from '#adapters/virus-check/port.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { LetterTemplates } from '#domain/follow-up/letters.ts'
import type { Connection } from '../database/connection/connect.ts'
import type { Actor } from '../database/scope.ts'
import { auditHandlers } from '../features/audit/accounting.ts'
import { catalogueHandlers } from '../features/catalogue/routes.ts'
import type { CounselingDeps } from '../features/counseling/deps.ts'
import { counselingHandlers } from '../features/counseling/routes.ts'
import type { CoverageDeps } from '../features/coverage/coverage-deps.ts'
import { orderCoverage } from '../features/coverage/public.ts'
import { coverageHandlers } from '../features/coverage/routes.ts'
import { documentsHandlers } from '../features/documents/routes.ts'
import { documentsService } from '../features/documents/service.ts'
import { launchesHandlers } from '../features/ehr/launch/open.ts'
import { ehrHandlers } from '../features/ehr/support.ts'
import { familyCascadeHandlers, familyCodesHandlers } from '../features/families/cascade/routes.ts'
import { familyFilesHandlers } from '../features/families/files/routes.ts'
import { orderFamilyHandlers } from '../features/families/orders/routes.ts'
import { familiesHandlers } from '../features/families/routes.ts'
import { figuresHandlers } from '../features/figures/routes.ts'
import { reclassificationHandlers } from '../features/follow-up/reclassification/routes.ts'
import { followUpHandlers } from '../features/follow-up/routes.ts'
import { followingHandlers } from '../features/following/routes.ts'
import { geneHandlers } from '../features/genes/routes.ts'
import { institutionsHandlers } from '../features/institutions/routes.ts'
import { kitsHandlers } from '../features/kits/routes.ts'
import { resultDeskHandlers } from '../features/laboratory/desk/desk.ts'
import type { OperatorDeps } from '../features/laboratory/operator/operator.ts'
import { laboratoryHandlers } from '../features/laboratory/routes.ts'
import { logHandlers } from '../features/log/routes.ts'
import type { SendMail } from '../features/mail/public.ts'
import { manifestHandlers } from '../features/manifest/routes.ts'
import type { OrderDeps } from '../features/orders/order-deps.ts'
import { ordersHandlers } from '../features/orders/routes.ts'
import { phenotypeHandlers } from '../features/phenotype/routes.ts'
import { physiciansHandlers } from '../features/physicians/routes.ts'
import { placesHandlers } from '../features/places/routes.ts'
import type { Live } from '../features/portal/live.ts'
import { portalHandlers } from '../features/portal/routes.ts'
import { reanalysisHandlers } from '../features/reanalysis/routes.ts'
import { reportChangesHandlers, reportsHandlers } from '../features/reports/routes.ts'
import { resultsHandlers } from '../features/results/routes.ts'
import { retentionHandlers } from '../features/retention/routes.ts'
import { samplesHandlers } from '../features/samples/routes.ts'
import { treatmentsHandlers } from '../features/treatments/routes.ts'
import { usersHandlers } from '../features/users/routes.ts'
import type { RunHeavy } from '../heavy/heavy-work.ts'
import type { ApiHandlers } from './app.ts'

export interface FeatureDeps {
  connection: Connection
  /** The connection to read order lists from: an up-to-date standby, or the primary. */
  lists: Connection
  files: FileStore
  /** Runs work that keeps a processor busy for long. */
  heavy: RunHeavy
  virusCheck: VirusCheck
  registry: NpiRegistry
  sendMail: SendMail
  demoReport: OrderDeps['demoReport']
  laboratory: Pick<OrderDeps, 'sendToLaboratory' | 'cancelAtLaboratory' | 'changeAtLaboratory'>
  /** The laboratory's messages, for Support: on the gateway's connection, which sees every institution. */
  operator: OperatorDeps
  counseling: CounselingDeps
  coverage: Omit<CoverageDeps, 'connection'>
  live: Live
  logger: FastifyBaseLogger
  /** Counts a violation of the content security policy by its directive. */
  noteViolation(directive: string): void
  actorOf(claims: Claims): Promise<Actor | null>
  configuration: ReplyOf<(typeof portalRoutes)['configuration']>
  portalOrigin: string
  termsVersion: string
  laboratoryName: string
  /** The laboratory’s letters to patients and relatives. */
  letters: LetterTemplates
  /** How users reach the laboratory. */
  contact: { address: readonly string[]; phone: string; email: string }
  /** True for the embedded identity provider, whose sessions the portal can end. */
  endsSessions: boolean
  /** Whether roles that see orders, granted to a new user by a user administrator, need a second person's approval. */
  requiresSecondApproval: boolean
  invalidPatchPaths: readonly string[]
}

/** What orders need, whoever makes them: a user, or a hospital's record system. */
export function orderDepsOf(deps: Omit<FeatureDeps, 'actorOf'>): OrderDeps {
  const { connection, lists, files, registry, sendMail, portalOrigin, laboratoryName, configuration } = deps
  return {
    ...{ connection, lists, files, registry, sendMail, portalOrigin, laboratoryName, ...deps.laboratory },
    now: () => new Date(),
    demoReport: deps.demoReport,
    coverage: orderCoverage(deps.coverage),
    invalidPatchPaths: deps.invalidPatchPaths,
    excludedBilling: configuration.excludedBilling,
    vaHospitals: configuration.vaHospitalCodes,
    takesOrders: configuration.flags.OnlineOrderPortal,
    takesKits: configuration.features.kits,
  }
}

/** Creates every feature's handlers from what the composition root opened. */
export function assemble(deps: FeatureDeps): ApiHandlers {
  const { connection, files, registry, sendMail, portalOrigin, laboratoryName, configuration, contact } = deps
  const now = () => new Date()
  const userDeps = { connection, sendMail, portalOrigin, now }
  const admitting = {
    requiresSecondApproval: deps.requiresSecondApproval,
    supportEmail: contact.email,
    laboratoryName,
  }
  const orders = orderDepsOf(deps)
  const laboratory = { name: laboratoryName, address: contact.address, phone: contact.phone }
  const documents = documentsService({
    worker: deps.operator.connection,
    ...{ connection, files, now, virusCheck: deps.virusCheck, laboratory, heavy: deps.heavy },
    offered: configuration.flags.Document_Management,
  })
  return {
    audit: auditHandlers({ connection, now }),
    catalogue: catalogueHandlers(connection),
    counseling: counselingHandlers(deps.counseling),
    coverage: coverageHandlers({ ...deps.coverage, connection, files, laboratory, heavy: deps.heavy }),
    documents: documentsHandlers(documents),
    families: familiesHandlers({ connection, now, laboratory, heavy: deps.heavy }),
    familyCascade: familyCascadeHandlers({ connection, now, laboratoryName, heavy: deps.heavy }),
    familyCodes: familyCodesHandlers(orders),
    orderFamily: orderFamilyHandlers(connection),
    familyFiles: familyFilesHandlers({ connection, now, heavy: deps.heavy }),
    figures: figuresHandlers(orders),
    followUp: followUpHandlers({ ...orders, worker: deps.operator.connection }),
    following: followingHandlers(orders),
    genes: geneHandlers(connection),
    institutions: institutionsHandlers({ ...userDeps, ...admitting }),
    kits: kitsHandlers({ connection, now, offered: orders.takesKits }),
    ehr: ehrHandlers({ ...orders, worker: deps.operator.connection }),
    laboratory: laboratoryHandlers({ ...deps.operator, takesKits: orders.takesKits }),
    launches: launchesHandlers(orders),
    log: logHandlers({ logger: deps.logger, portalOrigin, noteViolation: deps.noteViolation }),
    manifest: manifestHandlers({
      ...{ ...orders, manifestInstitution: configuration.manifestInstitution, heavy: deps.heavy },
    }),
    orders: ordersHandlers(orders),
    phenotype: phenotypeHandlers(connection),
    physicians: physiciansHandlers({
      ...{ ...userDeps, ...admitting, registry, actorOf: deps.actorOf, termsVersion: deps.termsVersion },
    }),
    places: placesHandlers(connection),
    portal: portalHandlers(configuration, deps.live, deps.actorOf),
    reclassification: reclassificationHandlers({
      ...{ connection, now, laboratory, heavy: deps.heavy, letters: deps.letters },
    }),
    reportChanges: reportChangesHandlers(orders),
    reanalysis: reanalysisHandlers(orders),
    reports: reportsHandlers(orders),
    retention: retentionHandlers({ worker: deps.operator.connection }),
    resultDesk: resultDeskHandlers({ ...deps.operator, files }),
    results: resultsHandlers(connection),
    samples: samplesHandlers({ ...orders, documents }),
    treatments: treatmentsHandlers(connection),
    users: usersHandlers({ ...userDeps, ...admitting, endsSessions: deps.endsSessions }),
  }
}
