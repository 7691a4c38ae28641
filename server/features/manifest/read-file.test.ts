import { expect, test } from 'vitest'
import { startPortal } from '#server/testing/portal.ts'
import { openRoom } from '../../heavy/heavy.ts'
import type { RunHeavy } from '../../heavy/heavy-work.ts'
import { importManifest, type ManifestDeps } from './import.ts'

test('a manifest is read in a thread of its own, so that others are served meanwhile', async () => {
  const portal = await startPortal()
  const room = openRoom({ threads: 1, most: 1, mostOfOne: 1, waitsMs: 60_000, withinMs: 60_000 })
  const used: string[] = []
  const heavy: RunHeavy = (work) => {
    used.push(work.name)
    return room.run(work)
  }
  try {
    const deps: Pick<ManifestDeps, 'connection' | 'heavy' | 'manifestInstitution'> = {
      ...{ connection: portal.portal, heavy, manifestInstitution: 'P1' },
    }
    const asked = {
      params: { testCode: 'WES1', hospitalCode: 'P1' },
      body: { goAhead: 'check', file: { content: new TextEncoder().encode('First name\nIris\n') } },
    }
    const authority = { actor: { subject: 'a', memberships: [] } }
    const imported = importManifest(deps as ManifestDeps, authority as never, asked as never)
    await expect(imported).rejects.toMatchObject({
      problem: { code: 'file-not-allowed', detail: expect.stringContaining('it has no column “Last name”') },
    })
    expect(used).toEqual(['readManifestFile'])
  } finally {
    await room.close()
    await portal.stop()
  }
})
