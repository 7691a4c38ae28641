import { test } from '@playwright/test'
import { FIREFOX, openFirefox } from './firefox.ts'
import { journeysIn } from './journeys.ts'

test.describe('[WEB-04] in Firefox', () => {
  journeysIn({
    name: 'Firefox',
    installed: FIREFOX !== null,
    packages: 'firefox-esr',
    keepsDownloads: true,
    open: openFirefox,
  })
})
