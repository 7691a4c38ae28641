import { journeysIn } from './journeys.ts'
import { openWebkit, WEBKIT } from './webkit.ts'

journeysIn({
  name: 'WebKit',
  installed: WEBKIT,
  packages: 'webkit2gtk-driver xvfb',
  // MiniBrowser under automation drops them.
  keepsDownloads: false,
  open: openWebkit,
})
