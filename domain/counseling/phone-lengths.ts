/**
 * How many digits follow each calling code (ITU-T E.164): the lengths, then the codes that have them. A test
 * compares it with libphonenumber-js, which is too large for the form's page.
 */
const TABLE = `
4-5:290 4,7:683 4-7:690 4-13:43.598 4-15:49 4-11:352 4-7,10:98 5:500.682 5,8:47.686 5-6:247 5-8:386
5,7:676.677.678 5-7:688 5-10:27.64 5-11:31 5-12:358.971 5-7,10:685 5-9,11:852 5-10,12:61 5-6,8-14:82
6:298.299.672.687 6,9:40.508.681 6-9:252.355 6-7:597 6-12:39.381 6-10:48.95.880 6-11:375.595 6,8-9:376.689
6-7,9:421 6-8,10:53 6,8-13:63 6-9,12:359 6-10,12:46 7:238.239.246.248.269.291.297.592.673.674.680.691.692
7,9:220.245.265.354.423 7-9:231.385.967.968 7-8:241.599.670.675.853.961.965.975 7,10:1.960 7-17:62
7-10:84.243.254.353 7-12:86.882.972 7,11:501.679 7-11:886 7,9-10:44.263 7-8,10:230.267.372 7-8,11:503 7-9,11:974
7-8,10-11:507 7,10,12-13:90
8:45.216.222.223.226.227.228.232.235.236.253.257.266.350.356.357.370.371.373.374.389.505.509.800.808.973.993
8-9:32.36.51.213.224.233.237.250.258.264.268.377.382.387.591.962.963 8-10:20.60.855.856.964.970.976 8-11:55.593
8-17:81 8-13:91 8-12:92.383.883 8,10:378.506.850 8,11:502.504 8,10-11:57.65.977 8-10,13:66
9:33.34.93.94.211.212.218.221.240.242.244.249.251.255.256.260.261.262.351.590.594.596.979.992.994.995.998
9,12:41.870 9-11:56 9-10:380.881.966.996 9-12:420 10:52.58.225.229 10,14:7 10-12:30 10-11:54 10-14:234 11:888
12:878
`

const LENGTHS = new Map(
  TABLE.trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [lengths = '', codes = ''] = entry.split(':')
      return codes.split('.').map((code) => [code, lengths.split(',')] as const)
    }),
)

/** Area code and exchange begin with 2 to 9, in all countries with calling code 1. */
const NORTH_AMERICAN = /^1[2-9]\d\d[2-9]\d{6}$/

/** Whether a number with calling code, digits only, has as many digits as its country's numbers have. */
export function hasAllDigits(digits: string): boolean {
  if (digits.startsWith('1')) return NORTH_AMERICAN.test(digits)
  // No calling code is the beginning of another.
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => LENGTHS.has(one))
  if (code === undefined) return false
  const rest = digits.length - code.length
  return (LENGTHS.get(code) ?? []).some((span) => {
    const [least = '', most = least] = span.split('-')
    return rest >= Number(least) && rest <= Number(most)
  })
}
