import path from 'node:path'

/** The release of the HPO that comes with the product: `hp.json`, compressed. */
export const SHIPPED_RELEASE = path.join(import.meta.dirname, '../../../data/reference/hpo/hp.json.gz')
