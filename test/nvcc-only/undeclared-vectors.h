// Types that the cases' own text does not declare.
struct Vec3 { float x, y, z; };
struct Vec4 { float x, y, z, w; };
