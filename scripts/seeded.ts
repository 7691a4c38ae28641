import fc from 'fast-check'

/**
 * Properties are tried with the same values in every run, so that one run says what the next one will;
 * `FC_SEED=$RANDOM npm run unit` tries others.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FC_SEED ?? 20_260_701) })
