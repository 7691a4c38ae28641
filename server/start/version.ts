/** The version label of the account menu (specification §2), of the API and of what a database says it began with. */
export const VERSION = '10.5.0'
