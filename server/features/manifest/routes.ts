import { fail } from '#contract/errors.ts'
import type { manifestRoutes } from '#contract/manifest.ts'
import { manifestTemplate } from '#contract/manifest-file.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { importManifest, type ManifestDeps, manifestTest } from './import.ts'

export function manifestHandlers(deps: ManifestDeps): Handlers<typeof manifestRoutes> {
  return {
    template: async ({ params: { testCode, hospitalCode } }) => {
      const test = await manifestTest(deps, testCode, hospitalCode)
      if (deps.manifestInstitution !== hospitalCode) fail('not-offered')
      return {
        content: new TextEncoder().encode(manifestTemplate(columnsOf(test))),
        filename: `manifest-${test.code}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
    import: (request) => importManifest(deps, request.authority, request),
  }
}
