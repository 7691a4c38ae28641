import { test } from '@playwright/test'
import { journeysIn } from './journeys.ts'
import { openWebkit, WEBKIT } from './webkit.ts'

test.describe('[WEB-04] in WebKit', () => {
  journeysIn({
    name: 'WebKit',
    installed: WEBKIT,
    packages: 'webkit2gtk-driver xvfb',
    // MiniBrowser drops them under automation.
    keepsDownloads: false,
    open: openWebkit,
  })
})
