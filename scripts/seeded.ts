import fc from 'fast-check'

/**
 * Property tests use the same values in every run, so that runs are reproducible; `FC_SEED=5 npm run unit` tries
 * others, and so does each `THOROUGH=1 npm run unit`. A failure prints its seed.
 */
const seed = Number(process.env.FC_SEED ?? (process.env.THOROUGH ? Date.now() % 1_000_000_000 : 20_260_701))
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
