/** Signs the links of the products that tests start, so that a test can sign one, too. */
export const productSecret = 'of-the-products-that-tests-start-of-48-characters';

/** Signs in the operator of these products. */
export const operatorToken = 'the-operator-of-the-products-that-tests-start';
