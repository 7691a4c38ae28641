import fc from 'fast-check'

/**
 * Property tests use the same values in every run, so that runs are reproducible; `FC_SEED=$RANDOM npm run
 * unit` tries others.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 20_260_701) })
