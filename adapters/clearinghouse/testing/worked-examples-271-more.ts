/** More of worked-examples-271.ts: procedures, limits, other payers, a row's further segments, contracts. */
export const MORE_WORKED_EXAMPLES_271 = `
PAY-05 a copayment for a range of procedures
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*75******HC:81400::::::81408
81406 is between: 250 + 75 + 675 × 20 % = 325 + 135
= 460.00

PAY-05 a range that the test is not in
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*75******HC:81410::::::81479
250 + 750 × 20 %
= 400.00

PAY-05 the procedure itself goes before a range
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*75******HC:81400::::::81408
> EB*B**5***27*50******HC:81406
250 + 50 + 700 × 20 % = 300 + 140
= 440.00

PAY-05 a share with a modifier
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****0*****HC:81406:26
Whether the test will be billed with modifier 26 is not known: no share that is certain.
= none missing modifier 26

PAY-05 a CPT code called by its own name
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****.5*****CJ:81406
250 + 750 × 50 % = 250 + 375
= 625.00

PAY-05 two ranges that both hold it: the higher
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****.3*****HC:81400::::::81408
> EB*A**5*****.5*****HC:81405::::::81410
250 + 750 × 50 %
= 625.00

PAY-05 not covered, as one of a range of codes with a letter
? cpt 0037U
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*I**5**********HC:0001U::::::0100U
The list price
= 1500.00

PAY-05 a deductible for the procedure alone
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*C**5***29*100******HC:81406
How it adds to the plan's is not known. At the least 250 + 150; at the most the list price.
= 400.00 to 1500.00

PAY-05 a share for a drug
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****0*****N4:12345678901
No test is a drug: 250 + 750 × 20 %
= 400.00

PAY-05 a share for the payer's own code
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*A**5*****0*****ZZ:GENETIC
Whether the test is what the payer calls GENETIC is not known.
= none missing GENETIC

PAY-06 nothing is left of one a lifetime
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*F**5***33***P6*0
Paid for all the same: 400. Not paid for: 1,500.
= 400.00 to 1500.00

PAY-06 one a lifetime
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*F**5***32***P6*1
250 + 750 × 20 %, and the limit is shown
= 400.00

PAY-06 up to an amount that is less than the price
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*F**5***23*500
The plan pays 500 of 1,000 at the most, perhaps nothing any more.
= none missing above the payer’s limit

PAY-06 up to an amount that is more than the price
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*F**5***29*2000
2,000 is enough for 1,000: 250 + 750 × 20 %
= 400.00

PAY-06 nothing is left of an amount
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*F**5***29*0
The plan pays nothing of it any more.
= none missing above the payer’s limit

PAY-06 a share for the first visit of a year
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.2
> EB*A**5*****0~HSD*VS*1***23
Whether this is the first is not known.
= none missing 1 visits in a calendar year

PAY-06 covered once in a lifetime
> EB*1**30
> EB*1**5~HSD*P6*1***32
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
250 + 750 × 20 %, and the limit is shown
= 400.00

PAY-06 an exclusion
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*E**5
Not excluded: 400. Excluded: 1,500.
= 400.00 to 1500.00

PAY-06 a spend-down
> EB*1**30
> EB*C*IND*30***29*0
> EB*G*IND*30***29*5000
> EB*A**30*****0
> EB*Y*IND*30***29*300
Spent already: nothing is owed. Not yet: at the most the list price.
= 0.00 to 1500.00

PAY-07 another payer pays first
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*R**30~LS*2120~NM1*PRP*2*ACME HEALTH~LE*2120
By this answer alone nothing can be told.
= none other-payer ACME HEALTH

PAY-07 another payer pays second
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*R**30~LS*2120~NM1*SEP*2*ACME HEALTH~LE*2120
It can only make it less: 250 + 750 × 20 %
= 400.00

PAY-07 Medicare Advantage pays instead of Medicare
> EB*1**30*MB
> EB*C*IND*30*MB**29*257
> EB*A**30*MB****.2
> EB*R**30*HN~LS*2120~NM1*PRP*2*SUNRISE ADVANTAGE~LE*2120
Part B's amounts do not count for who has an Advantage plan.
= none other-payer SUNRISE ADVANTAGE

PAY-07 Medicare is the second payer
> EB*1**30*MB
> EB*C*IND*30*MB**29*257
> EB*A**30*MB****.2
> EB*R**30*14~LS*2120~NM1*PR*2*ROADSIDE AUTO~LE*2120
No-fault insurance pays before Medicare.
= none other-payer ROADSIDE AUTO

PAY-07 another payer paid first until last year
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*R**30~DTP*291*RD8*20250101-20251231~LS*2120~NM1*PRP*2*ACME HEALTH~LE*2120
Not any more: 250 + 750 × 20 %
= 400.00

PAY-08 a share for a diagnosis that the row points to
> HI*BK:C50911
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.2
> EB*A**5*****0******1
Whether the test is billed with that diagnosis is not known.
= none missing for diagnosis C50911

PAY-08 a share for a diagnosis below the row
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**30*****.2
> EB*A**5*****0~HI*ABK:C50911
The same
= none missing for diagnosis C50911

PAY-08 a copayment at one laboratory only
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
> EB*B**5***27*0~LS*2120~NM1*1P*2*OTHER LABORATORY~LE*2120
What the copayment is elsewhere is not said.
= none missing OTHER LABORATORY

PAY-08 whom to call for an authorization
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2***Y~LS*2120~NM1*X3*2*CARECHECK~PER*IC**TE*8005550100~LE*2120
A number to call limits nothing: 250 + 750 × 20 %
= 400.00

PAY-09 no contract
? no contract
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
Neither the network nor the allowed amount is known.
= none no-contract no contract with this payer

PAY-09 no contract, and not covered out of network
? no contract
> EB*1**30
> EB*C*IND*30***29*250
> EB*I**5*********N
Whether the laboratory is out of network is not known: the list price is not the patient's for certain.
= none no-contract no contract with this payer

PAY-09 a contract that says: out of network
? out of network
> EB*1**30
> EB*C*IND*30***29*250
> EB*G*IND*30***29*5000
> EB*A**5*****.2
400, and the 1,500 − 1,000 that the plan does not allow
= 900.00
`
