import { FIREFOX, openFirefox } from './firefox.ts'
import { journeysIn } from './journeys.ts'

journeysIn({
  name: 'Firefox',
  installed: FIREFOX !== null,
  packages: 'firefox-esr',
  keepsDownloads: true,
  open: openFirefox,
})
