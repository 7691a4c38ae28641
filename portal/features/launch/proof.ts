/**
 * What this browser keeps of a launch, from a cookie that the server set on the way here: another browser has none, so
 * nobody can be led to somebody else's launch. Null without one.
 */
export function proofOf(launch: string, cookies: string = document.cookie): string | null {
  const names = [`__Host-karyo_launched_${launch}=`, `karyo_launched_${launch}=`]
  const found = cookies.split('; ').find((one) => names.some((name) => one.startsWith(name)))
  return found?.slice(found.indexOf('=') + 1) ?? null
}
