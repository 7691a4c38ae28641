export const whatChanged = 'What changed'
export const earlier = 'Earlier version'
export const later = 'Later version'
export const versionOf = (version: number, day: string, status: string) =>
  `Version ${version}, ${day}, ${status.toLowerCase()}`
export const issued = (version: number, when: string) => `Version ${version} issued ${when}`
export const signedBy = (who: string) => `signed by ${who}`
export const reasonNotStated = 'Reason not stated'
export const notComparable = (versions: string) =>
  `The laboratory sent ${versions} as a document only, so the portal cannot tell what changed. Read both reports below.`
export const versionNumber = (version: number) => `version ${version}`
export const beingChecked =
  'The laboratory is checking whether one of these versions is valid. Do not act on it until the laboratory has decided.'
export const compareAnyway = 'Compare them anyway'
export const overTime = 'Classification over time'
export const inVersion = (day: string, version: number) => `${day} (version ${version})`
export const notListedAsFound = 'not listed as found'
export const notClassified = 'not classified'
export const noChange = 'No variant’s classification has changed.'
