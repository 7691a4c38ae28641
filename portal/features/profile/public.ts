/** Star that makes something a favorite. */
export { FavoriteStar } from './FavoriteStar.tsx'
/** The user’s favorite tests and diagnoses. */
export { useFavoriteCodes, useFavoriteTests } from './favorites.ts'
