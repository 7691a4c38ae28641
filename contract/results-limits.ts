/** More results of a search are neither counted nor listed: it has to be narrowed. */
export const MOST_RESULTS = 10_000
