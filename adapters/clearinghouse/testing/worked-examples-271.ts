/**
 * What a patient owes under a payer's answer of 12 March 2026, worked by hand. Each example has the finding
 * and its subject; `>` the segments of the answer about the patient; `?` what differs from one CPT 81406 test
 * with a list price of $1,500, of which $1,000 is allowed, in network; the reasoning; `=` what the patient
 * owes.
 */
export const WORKED_EXAMPLES_271 = `
PAY-01 a deductible met for office visits is not met for the laboratory
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****0
> EB*C*IND*5***29*0~III*ZZ*11
The row of service type 5 is for place 11, an office: it does not count. What is left is the plan's 250.
250 + 750 × 0 % = 250
= 250.00

PAY-01 a deductible met under a message may not be met
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****0
> EB*C*IND*5***29*0~MSG*OFFICE VISITS ONLY
The row for laboratory tests goes before the plan's, but its message limits it: the deductible is not known.
Met: 0 + 1,000 × 0 % = 0. Not met at all: 1,000.
= 0.00 to 1000.00

PAY-01 a share under a message is not known
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.2
> EB*A**5*****0~MSG*PREVENTIVE SERVICES ONLY
From 250 + 750 × 0 % to 250 + 750 × 100 %: that says nothing, and the maximum of 5,000 ends it nowhere below.
= none missing PREVENTIVE SERVICES ONLY

PAY-01 a share of the laboratory by name goes before the general one
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****.1~III*ZZ*81
250 + 750 × 10 % = 250 + 75
= 325.00

PAY-01 a share for offices and laboratories counts
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****.3~III*ZZ*11~III*ZZ*81
250 + 750 × 30 % = 250 + 225
= 475.00

PAY-01 the plan's share at laboratories beside one for laboratory tests anywhere: the higher
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.1
> EB*A**30*****.3~III*ZZ*81
Nobody says which goes before: 30 %. 250 + 750 × 30 % = 475
= 475.00

PAY-01 a copayment of an office visit
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*40~III*ZZ*11
No copayment for the laboratory: 250 + 750 × 20 % = 400
= 400.00

PAY-01 a copayment at a laboratory
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*40~III*ZZ*81
250 + 40 + 710 × 20 % = 290 + 142
= 432.00

PAY-01 not covered in an office only
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*I**5~III*ZZ*11
The laboratory is no office: 250 + 750 × 20 %
= 400.00

PAY-01 not covered, with a message
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*I**5~MSG*UNLESS MEDICALLY NECESSARY
Covered: 400. Not covered: the list price, 1,500.
= 400.00 to 1500.00

PAY-01 covered, with a message
> EB*1**30
> EB*1**5~MSG*ROUTINE TESTS ONLY
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Covered: 400. Not covered: 1,500.
= 400.00 to 1500.00

PAY-01 a share limited by something that is no place
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****0~III*GR*01
The row counts for an injury of some kind: its share is not known.
= none missing GR 01

PAY-01 a message at the deductible, and a maximum that is near
> EB*1**30
> EB*C*IND*30***29*0~MSG*MEDICAL ONLY
> EB*G*IND*30***29*300
> EB*A**5*****.2
Met: 1,000 × 20 % = 200. Not met: 1,000, of which 300 at the most.
= 200.00 to 300.00

PAY-02 last year's deductible
> EB*1**30
> EB*C*IND*30***29*900~DTP*291*RD8*20250101-20251231
> EB*C*IND*30***29*250~DTP*291*RD8*20260101-20261231
> EB*G*IND*30***29*5000
> EB*A**5*****.2
900 was left last year. 250 + 750 × 20 %
= 400.00

PAY-02 next year's share
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.2
> EB*A**5*****0~DTP*348*D8*20270101
The 0 % begins in 2027. 250 + 750 × 20 %
= 400.00

PAY-02 a plan that has ended
> EB*1**30~DTP*347*D8*20251231
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
It ended on 31 December 2025.
= none inactive It ended on

PAY-02 a plan that begins later
> EB*1**30~DTP*346*D8*20260401
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
It begins on 1 April 2026.
= none inactive It begins on

PAY-02 an old plan beside the present one
> EB*1**30**OLD~DTP*291*RD8*20250101-20251231
> EB*1**30**NEW~DTP*291*RD8*20260101-20261231
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
NEW is active: 250 + 750 × 20 %
= 400.00

PAY-02 inactive last year, active this year
> EB*6**30~DTP*291*RD8*20250101-20251231
> EB*1**30~DTP*291*RD8*20260101-20261231
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Not contradictory: 250 + 750 × 20 %
= 400.00

PAY-02 a share that ends on the day itself
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.5
> EB*A**5*****.2~DTP*292*RD8*20260101-20260312
It still counts: 250 + 750 × 20 %
= 400.00

PAY-02 a share whose days cannot be read
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2~DTP*292*RD8*2026-2027
Whether it counts on the day is not known, and no other share is said.
= none missing 2026

PAY-02 a deductible waived until yesterday
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*C*IND*5***29*0~DTP*349*D8*20260311
The 0 ended: 250 + 750 × 20 %
= 400.00

PAY-02 a maximum that was reached last year
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*0~DTP*291*RD8*20250101-20251231
> EB*A**5*****.2
Nothing is said of this year's maximum: as if there was none. 250 + 150
= 400.00

PAY-03 Medicare part B beside part A
> EB*1**30*MA
> EB*1**30*MB
> EB*C*IND*30*MA**29*1676
> EB*C*IND*30*MB**29*257
> EB*A**30*MB****.2
Part A is for stays in hospital. 257 + 743 × 20 % = 257 + 148.60
= 405.60

PAY-03 part A's deductible is met, part B's is not
> EB*1**30*MA
> EB*1**30*MB
> EB*C*IND*30*MA**29*0
> EB*C*IND*30*MB**29*257
> EB*A**30*MB****.2
257 + 743 × 20 % = 257 + 148.60
= 405.60

PAY-03 part A alone
> EB*1**30*MA
> EB*C*IND*30*MA**29*0
> EB*A**30*MA****0
Part A pays for no outpatient test, and of part B nothing is said.
= none coverage-unknown Medicare Part A

PAY-03 part A active, part B not
> EB*1**30*MA
> EB*6**30*MB
> EB*C*IND*30*MA**29*0
Part B is what would pay.
= none inactive

PAY-03 workers' compensation beside a health plan
> EB*1**30*PR
> EB*1**30*WC
> EB*C*IND*30*PR**29*250
> EB*G*IND*30*PR**29*5000
> EB*A**5*WC****0
> EB*A**30*PR****.2
The 0 % is for accidents at work. 250 + 750 × 20 %
= 400.00

PAY-03 a Medigap of part A
> EB*1**30*MB
> EB*C*IND*30*MB**29*257
> EB*C*IND*5*MH**29*0
> EB*A**30*MB****.2
The supplement of part A pays nothing here: 257 + 743 × 20 %
= 405.60

PAY-04 used so far, of a calendar year
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*900
> EB*G*IND*30***29*5000
> EB*A**5*****.2
1,500 − 900 = 600 left. 600 + 400 × 20 % = 680
= 680.00

PAY-04 used up
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*1600
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Nothing is left: 1,000 × 20 %
= 200.00

PAY-04 nothing used
> EB*1**30
> EB*C*IND*30***22*500
> EB*C*IND*30***24*0
> EB*G*IND*30***29*5000
> EB*A**5*****.2
500 + 500 × 20 % = 600
= 600.00

PAY-04 of the individual and of the family
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*900
> EB*C*FAM*30***23*3000
> EB*C*FAM*30***24*2900
> EB*G*IND*30***29*5000
> EB*A**5*****.2
600 and 100 are left: the family's is met first. 100 + 900 × 20 % = 280
= 280.00

PAY-04 what is left, and what was used, contradict each other: the higher
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*900
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Left are 250, or 1,500 − 900 = 600: the higher. 600 + 400 × 20 %
= 680.00

PAY-04 two amounts used: the least
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*900
> EB*C*IND*30***24*600
> EB*G*IND*30***29*5000
> EB*A**5*****.2
1,500 − 600 = 900 left. 900 + 100 × 20 % = 920
= 920.00

PAY-04 a maximum nearly used up
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***23*2000
> EB*G*IND*30***24*1900
> EB*A**5*****.2
400, but 2,000 − 1,900 = 100 at the most
= 100.00

PAY-04 used, under a message: the whole is counted
> EB*1**30
> EB*C*IND*30***23*1500
> EB*C*IND*30***24*900~MSG*INCLUDES PHARMACY
> EB*G*IND*30***29*5000
> EB*A**5*****.2
As if nothing of the 1,500 was met: all 1,000 goes to the deductible.
= 1000.00

PAY-04 used, of which whole is not said
> EB*1**30
> EB*C*IND*30***24*900
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Met: 1,000 × 20 % = 200. Not met: 1,000.
= 200.00 to 1000.00

PAY-04 a deductible for each visit beside one that is met
> EB*1**30
> EB*C*IND*30***29*0
> EB*C*IND*5***27*50
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Whether the 50 is due beside it is not known: 200 to 1,000.
= 200.00 to 1000.00
`
