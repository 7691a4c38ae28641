import { auditRoutes } from './audit.ts'
import { catalogueRoutes } from './catalogue.ts'
import { counselingRoutes } from './counseling.ts'
import { coverageRoutes } from './coverage.ts'
import { documentsRoutes } from './documents.ts'
import { ehrRoutes } from './ehr.ts'
import { familiesRoutes } from './families.ts'
import { familyCascadeRoutes, familyCodesRoutes } from './family-cascade.ts'
import { familyFilesRoutes } from './family-files.ts'
import { figuresRoutes } from './figures.ts'
import { followUpRoutes } from './follow-up.ts'
import { followingRoutes } from './following.ts'
import { geneRoutes } from './genes.ts'
import { institutionsRoutes } from './institutions.ts'
import { kitsRoutes } from './kits.ts'
import { laboratoryRoutes } from './laboratory.ts'
import { launchesRoutes } from './launches.ts'
import { logRoutes } from './log.ts'
import { manifestRoutes } from './manifest.ts'
import { orderFamilyRoutes } from './order-family.ts'
import { ordersRoutes } from './orders.ts'
import { phenotypeRoutes } from './phenotype.ts'
import { physiciansRoutes } from './physicians.ts'
import { placesRoutes } from './places.ts'
import { portalRoutes } from './portal.ts'
import { reanalysisRoutes } from './reanalysis.ts'
import { reclassificationRoutes } from './reclassification.ts'
import { reportChangesRoutes } from './report-changes.ts'
import { reportsRoutes } from './reports.ts'
import { resultDeskRoutes } from './result-desk.ts'
import { resultsRoutes } from './results.ts'
import { retentionRoutes } from './retention.ts'
import { samplesRoutes } from './samples.ts'
import { treatmentsRoutes } from './treatments.ts'
import { usersRoutes } from './users.ts'

/** By reference: a literal's type would be written out in full at each use, and compared piece by piece. */
export type Api = {
  readonly audit: typeof auditRoutes
  readonly catalogue: typeof catalogueRoutes
  readonly counseling: typeof counselingRoutes
  readonly coverage: typeof coverageRoutes
  readonly documents: typeof documentsRoutes
  readonly families: typeof familiesRoutes
  readonly familyCascade: typeof familyCascadeRoutes
  readonly familyCodes: typeof familyCodesRoutes
  readonly familyFiles: typeof familyFilesRoutes
  readonly figures: typeof figuresRoutes
  readonly followUp: typeof followUpRoutes
  readonly following: typeof followingRoutes
  readonly genes: typeof geneRoutes
  readonly institutions: typeof institutionsRoutes
  readonly kits: typeof kitsRoutes
  readonly ehr: typeof ehrRoutes
  readonly launches: typeof launchesRoutes
  readonly laboratory: typeof laboratoryRoutes
  readonly log: typeof logRoutes
  readonly manifest: typeof manifestRoutes
  readonly orderFamily: typeof orderFamilyRoutes
  readonly orders: typeof ordersRoutes
  readonly phenotype: typeof phenotypeRoutes
  readonly physicians: typeof physiciansRoutes
  readonly places: typeof placesRoutes
  readonly portal: typeof portalRoutes
  readonly reclassification: typeof reclassificationRoutes
  readonly reportChanges: typeof reportChangesRoutes
  readonly reanalysis: typeof reanalysisRoutes
  readonly reports: typeof reportsRoutes
  readonly resultDesk: typeof resultDeskRoutes
  readonly retention: typeof retentionRoutes
  readonly results: typeof resultsRoutes
  readonly samples: typeof samplesRoutes
  readonly treatments: typeof treatmentsRoutes
  readonly users: typeof usersRoutes
}

/** Every route of the product, by feature. The server's handlers, the client and the OpenAPI page derive from it. */
export const api: Api = {
  audit: auditRoutes,
  catalogue: catalogueRoutes,
  counseling: counselingRoutes,
  coverage: coverageRoutes,
  documents: documentsRoutes,
  families: familiesRoutes,
  familyCascade: familyCascadeRoutes,
  familyCodes: familyCodesRoutes,
  familyFiles: familyFilesRoutes,
  figures: figuresRoutes,
  followUp: followUpRoutes,
  following: followingRoutes,
  genes: geneRoutes,
  institutions: institutionsRoutes,
  kits: kitsRoutes,
  ehr: ehrRoutes,
  launches: launchesRoutes,
  laboratory: laboratoryRoutes,
  log: logRoutes,
  manifest: manifestRoutes,
  orderFamily: orderFamilyRoutes,
  orders: ordersRoutes,
  phenotype: phenotypeRoutes,
  physicians: physiciansRoutes,
  places: placesRoutes,
  portal: portalRoutes,
  reclassification: reclassificationRoutes,
  reportChanges: reportChangesRoutes,
  reanalysis: reanalysisRoutes,
  reports: reportsRoutes,
  resultDesk: resultDeskRoutes,
  retention: retentionRoutes,
  results: resultsRoutes,
  samples: samplesRoutes,
  treatments: treatmentsRoutes,
  users: usersRoutes,
}
